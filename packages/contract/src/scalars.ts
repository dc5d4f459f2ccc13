import { z } from 'zod'
import { isJson } from './bounded-json.ts'

/** The id of a row: opaque, unguessable, never parsed. */
export const id = z
  .string()
  .min(1)
  .max(64)
  // PostgreSQL takes no NUL in a text.
  .refine((value) => !value.includes('\0'), 'An id has no NUL character')

/** JSON of any shape, bounded as what is read from JSON text is. */
export const json = z.custom<z.core.util.JSONType>((value) => isJson(value), 'must be JSON')

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date()

/** Parameters of a call on one thing. */
export const idParams = z.object({ id })

/** The answer of a call that has nothing to tell. */
export const nothing = z.object({})
