import { z } from 'zod'
import { id, json } from './scalars.ts'

/** What a data source last said. */
export const sourceState = z.object({
  /** Names the source for as long as it runs: widgets that share it have the same. */
  source: id,
  /** Null before the first. */
  data: json,
  /** When the data were read; null where there are none yet. */
  asOf: z.iso.datetime().nullable(),
  /** Data older than this, in ms, are stale. */
  staleAfterMs: z.number(),
  /** What is wrong now, in plain words; the data stay. */
  error: z.string().nullable(),
})
export type SourceState = z.infer<typeof sourceState>
