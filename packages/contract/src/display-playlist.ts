import type { DisplayEntry, EntryHours } from './display-entries.ts'

/** All facts that decide what a display shows, except the time. */
export type Playlist = {
  entries: readonly DisplayEntry[]
  /** Pages that exist; entries with others are skipped. */
  pageIds: ReadonlySet<string>
  /** IANA name of the time zone of `hours`. */
  zone: string
  /** A requested page, shown until an instant in ms. */
  event: { pageId: string; until: number } | null
  /** The page for alerts, while one fires. */
  alertPageId: string | null
}

export type PageTurn = { pageId: string | null; seconds: number }
/** Pages to show in turns, and why. */
export type Showing = { because: 'alert' | 'event' | 'hours' | 'default'; turns: PageTurn[] }

/** Pages to show at an instant. An alert goes first, then an event, then entries in their hours, then those without. */
export function showingAt({ entries, pageIds, zone, event, alertPageId }: Playlist, at: number): Showing {
  if (alertPageId !== null && pageIds.has(alertPageId)) return { because: 'alert', turns: [only(alertPageId)] }
  if (event && at < event.until && pageIds.has(event.pageId)) return { because: 'event', turns: [only(event.pageId)] }
  const existing = entries.filter(({ pageId }) => pageId === null || pageIds.has(pageId))
  const moment = momentIn(zone, at)
  const scheduled = existing.filter(({ hours }) => hours !== null && isWithin(hours, moment))
  if (scheduled.length > 0) return { because: 'hours', turns: scheduled.map(turnOf) }
  return { because: 'default', turns: existing.filter(({ hours }) => hours === null).map(turnOf) }
}

/** Turn of a page that is shown alone, a day long. */
const only = (pageId: string): PageTurn => ({ pageId, seconds: 86_400 })
const turnOf = ({ pageId, seconds }: DisplayEntry): PageTurn => ({ pageId, seconds })

/** Local time in a zone: day of the week and minute of the day. */
type Moment = { weekday: number; minute: number }

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** @throws RangeError for a zone that is not known. */
export function momentIn(zone: string, at: number): Moment {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    weekday: WEEKDAYS.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}

/** True if a local time lies in a range. Only the shown time counts, so a skipped or repeated hour needs no rule. */
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
