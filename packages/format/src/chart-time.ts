import { dayText, withUsual } from './date.ts'
import { type Formats, formatDate, type Shape } from './formats.ts'
import { timeText } from './time.ts'
import { wallTime } from './zone.ts'

const HOUR_MS = 3_600_000

/** Charts use a 24-hour clock and short dates until a locale is chosen. */
const INSTANT: Shape = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}
const OF_CHARTS: Formats = { locale: 'en-GB', hours: 24 }

/** The time of a tick: the hour within two days, else the day. `span` is that of the whole axis in ms. */
export function tickTimeText(at: number, span: number, chosen: Formats): string {
  const formats = withUsual(OF_CHARTS, chosen)
  return span <= 48 * HOUR_MS ? timeText(at, formats) : dayText(at, formats)
}

/** 'Tue, 24 Nov 2026, 23:15:09'. With the zone's name in an hour that a change of the clock brings twice. */
export function instantText(at: number, chosen: Formats): string {
  const formats = withUsual(OF_CHARTS, chosen)
  const isDouble = [at - HOUR_MS, at + HOUR_MS].some(
    (other) => wallTime(other, formats.zone) === wallTime(at, formats.zone),
  )
  return formatDate(at, isDouble ? { ...INSTANT, timeZoneName: 'shortOffset' } : INSTANT, formats)
}
