import { z } from 'zod'
import { isJson } from './bounded-json.ts'

/** Id of a row: opaque, unguessable, never parsed. */
export const id = z
  .string()
  .min(1)
  .max(64)
  // PostgreSQL takes no NUL in a text.
  .refine((value) => !value.includes('\0'), 'An id has no NUL character')

/** JSON of any shape, with the bounds of `parseJson`. */
export const json = z.custom<z.core.util.JSONType>((value) => isJson(value), 'must be JSON')

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date()

/** A time of day as clocks show it. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is written as 22:00')

/** Parameters of a call on one resource. */
export const idParams = z.object({ id })

/** Answer of a call without data. */
export const nothing = z.object({})

const KEY_MAX = 200
/** The caller's key for one request: a repetition after a lost answer does nothing a second time. */
export const idempotencyKey = z
  .string()
  .min(1, `Idempotency-Key has 1 to ${KEY_MAX} characters`)
  .max(KEY_MAX, `Idempotency-Key has 1 to ${KEY_MAX} characters`)
  .meta({ description: "The caller's name for this very request: repeated, it is not sent a second time" })
