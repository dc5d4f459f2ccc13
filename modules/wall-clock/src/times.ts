import { durationText } from '@atalaya/format/duration'
import { dateFormat, type Formats } from '@atalaya/format/formats'
import { wallTime } from '@atalaya/format/zone'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const TIME = { hour: '2-digit', minute: '2-digit' } as const

/** The parts of a time of day, to be set in different sizes. */
export type ClockTime = {
  /** '10:40' */
  time: string
  /** ':09', with the locale's separator; empty if no seconds are wanted. */
  seconds: string
  /** 'PM'; empty with 24 hours. */
  period: string
  /** True if the locale writes the period before the time. */
  isPeriodFirst: boolean
}

/** Splits the time of day into parts, as the locale writes it. */
export function clockTime(at: number, formats: Formats, withSeconds: boolean): ClockTime {
  const shape = withSeconds ? { ...TIME, second: '2-digit' as const } : TIME
  const parts = dateFormat(shape, formats).formatToParts(at)
  const indexOf = (type: string) => parts.findIndex((part) => part.type === type)
  const textOf = (from: number, to: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('')
  const [hour, minute, second, period] = [indexOf('hour'), indexOf('minute'), indexOf('second'), indexOf('dayPeriod')]
  return {
    time: textOf(hour, minute + 1),
    seconds: second < 0 ? '' : textOf(minute + 1, second + 1),
    period: parts[period]?.value ?? '',
    isPeriodFirst: period >= 0 && period < hour,
  }
}

/** Difference of another zone's clocks: 'Tomorrow, +8 h', '−5 h', 'Same time'. */
export function differenceText(at: number, zone: string, from: string | undefined): string {
  const [there, here] = [wallTime(at, zone), wallTime(at, from)]
  const minutes = Math.round((there - here) / MINUTE_MS)
  if (minutes === 0) return 'Same time'
  const days = Math.floor(there / DAY_MS) - Math.floor(here / DAY_MS)
  // Some islands are two days apart for an hour a day: neither word is right then.
  const day = days === 1 ? 'Tomorrow, ' : days === -1 ? 'Yesterday, ' : ''
  return `${day}${minutes > 0 ? '+' : '−'}${durationText(Math.abs(minutes) * 60)}`
}
