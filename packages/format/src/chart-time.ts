import { dayText, withDefaults } from './date.ts'
import { type Formats, formatDate, type Shape } from './formats.ts'
import { timeText } from './time.ts'
import { wallTime } from './zone.ts'

const HOUR_MS = 3_600_000

const INSTANT: Shape = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}
/** Formats of charts for a user who has chosen none. */
const CHART_DEFAULTS: Formats = { locale: 'en-GB', hours: 24 }

/** Text of a tick: the time of day if the axis spans at most two days, else the date. `span` is the axis's, in ms. */
export function tickTimeText(at: number, span: number, chosen: Formats): string {
  const formats = withDefaults(CHART_DEFAULTS, chosen)
  return span <= 48 * HOUR_MS ? timeText(at, formats) : dayText(at, formats)
}

/** 'Tue, 24 Nov 2026, 23:15:09'. With the UTC offset in the hour that repeats when summer time ends. */
export function instantText(at: number, chosen: Formats): string {
  const formats = withDefaults(CHART_DEFAULTS, chosen)
  const isRepeatedHour = [at - HOUR_MS, at + HOUR_MS].some(
    (other) => wallTime(other, formats.zone) === wallTime(at, formats.zone),
  )
  return formatDate(at, isRepeatedHour ? { ...INSTANT, timeZoneName: 'shortOffset' } : INSTANT, formats)
}
