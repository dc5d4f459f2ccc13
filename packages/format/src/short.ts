import { dayText } from './date.ts'
import { type At, type Formats, formatDate } from './formats.ts'
import { dateText, timeText } from './time.ts'
import { wallTime } from './zone.ts'

const DAY_MS = 86_400_000

/** Shortest form of a time: '23:15' today, then 'yesterday', '3 d', 'Nov 24', and 'Nov 24, 2025' in another year. */
export function shortText(at: At, now: Date, formats: Formats): string {
  const localMs = (time: At) => wallTime(new Date(time).getTime(), formats.zone)
  const dayOf = (time: At) => Math.floor(localMs(time) / DAY_MS)
  const days = dayOf(now) - dayOf(at)
  if (days === 0) return timeText(at, formats)
  if (days === 1) return 'yesterday'
  if (days > 1 && days < 7) return `${days} d`
  const yearOf = (time: At) => new Date(localMs(time)).getUTCFullYear()
  return (yearOf(now) === yearOf(at) ? dayText : dateText)(at, formats)
}

/** 'Nov 24, 11:15 PM' */
export const dayTimeText = (at: At, formats: Formats): string =>
  formatDate(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }, formats)
/** 'Tue', of a date without a time: '2026-11-24'. */
export const weekdayText = (date: string, formats: Formats): string =>
  formatDate(`${date}T12:00:00Z`, { weekday: 'short' }, { ...formats, zone: 'UTC' })
