import { z } from 'zod'
import { id, json } from './scalars.ts'

/** Last state of a data source. */
export const sourceState = z.object({
  /** Id of the source while it runs; widgets that share the source have the same. */
  source: id,
  /** Null before the first read. */
  data: json,
  /** When the data were read; null before the first read. */
  asOf: z.iso.datetime().nullable(),
  /** Age in ms from which the data are stale. */
  staleAfterMs: z.number(),
  /** Present error, for people; the last data stay. */
  error: z.string().nullable(),
})
export type SourceState = z.infer<typeof sourceState>
