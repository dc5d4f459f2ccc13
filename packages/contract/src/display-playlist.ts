import { z } from 'zod'
import { clockTime, id } from './scalars.ts'

/** Most entries of one playlist. */
export const ENTRIES_MAX = 50

/** 1 is Monday, 7 is Sunday (ISO 8601). */
const weekday = z.int().min(1).max(7)

/** When an entry counts, by the clocks of the display's zone. */
export const entryHours = z.strictObject({
  from: clockTime,
  /** Not after `from`: on the next day, and the whole range belongs to the day on which it began. */
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
  /** What is shown; null: nothing, the screen is black. */
  pageId: id.nullable(),
  /** For so many seconds it stays, where others take turns with it. */
  seconds: z.int().min(5).max(86_400).default(30),
  /** Null: whenever no entry has its hours. */
  hours: entryHours.nullable().default(null),
})
export type DisplayEntry = z.infer<typeof displayEntry>

export const displayEntries = z.array(displayEntry).max(ENTRIES_MAX)

/** What decides what a display shows, beside the time. */
export type Playlist = {
  entries: readonly DisplayEntry[]
  /** The pages that there are; entries of others are passed over. */
  pageIds: ReadonlySet<string>
  /** IANA's name of the zone in which hours are meant. */
  zone: string
  /** A page that somebody wants to see until then, in ms. */
  event: { pageId: string; until: number } | null
  /** The page for alerts, while there is one to show it for. */
  alertPageId: string | null
}

export type PageTurn = { pageId: string | null; seconds: number }
/** What is to be shown, in turns, and why; `until` is when this may change by itself, in ms. */
export type Showing = { because: 'alert' | 'event' | 'hours' | 'default'; turns: PageTurn[] }

/** What is to be shown at an instant: an alert before an event before entries in their hours before those without. */
export function showingAt({ entries, pageIds, zone, event, alertPageId }: Playlist, at: number): Showing {
  if (alertPageId !== null && pageIds.has(alertPageId)) return { because: 'alert', turns: [only(alertPageId)] }
  if (event && at < event.until && pageIds.has(event.pageId)) return { because: 'event', turns: [only(event.pageId)] }
  const there = entries.filter(({ pageId }) => pageId === null || pageIds.has(pageId))
  const moment = momentIn(zone, at)
  const timely = there.filter(({ hours }) => hours !== null && isWithin(hours, moment))
  if (timely.length > 0) return { because: 'hours', turns: timely.map(turnOf) }
  return { because: 'default', turns: there.filter(({ hours }) => hours === null).map(turnOf) }
}

const only = (pageId: string): PageTurn => ({ pageId, seconds: 86_400 })
const turnOf = ({ pageId, seconds }: DisplayEntry): PageTurn => ({ pageId, seconds })

/** What the clocks of a zone show: the day of the week and the minute of the day. */
type Moment = { weekday: number; minute: number }

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** @throws RangeError for a zone that is not known. */
export function momentIn(zone: string, at: number): Moment {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', weekday: 'short', hour: 'numeric', minute: 'numeric' },
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    weekday: WEEKDAYS.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}

/**
 * Whether clocks show a time of a range. They are read as they stand, so that a night without two o'clock, or with two of
 * it, needs no rule of its own.
 */
export function isWithin({ from, to, days }: EntryHours, { weekday: day, minute }: Moment): boolean {
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  if (begin < end) return days.includes(day) && begin <= minute && minute < end
  const dayBefore = day === 1 ? 7 : day - 1
  return (days.includes(day) && minute >= begin) || (days.includes(dayBefore) && minute < end)
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
