import { z } from 'zod'
import { clockTime, id } from './scalars.ts'

/** Maximum entries of one playlist. */
export const ENTRIES_MAX = 50

/** 1 is Monday, 7 is Sunday (ISO 8601). */
const weekday = z.int().min(1).max(7)

/** Hours of an entry, in the display's time zone. */
export const entryHours = z.strictObject({
  from: clockTime,
  /** If not after `from`, it ends on the next day; `days` names the day on which it begins. */
  to: clockTime,
  days: z
    .array(weekday)
    .min(1, 'Choose at least one day')
    .max(7)
    .overwrite((days) => [...new Set(days)].sort()),
})
export type EntryHours = z.infer<typeof entryHours>

/** One entry of a playlist. */
export const displayEntry = z.strictObject({
  /** The page to show; null is a black screen. */
  pageId: id.nullable(),
  /** Seconds on screen, if other entries take turns with it. */
  seconds: z.int().min(5).max(86_400).default(30),
  /** Null: shown whenever no entry with hours applies. */
  hours: entryHours.nullable().default(null),
})
export type DisplayEntry = z.infer<typeof displayEntry>

export const displayEntries = z.array(displayEntry).max(ENTRIES_MAX)
