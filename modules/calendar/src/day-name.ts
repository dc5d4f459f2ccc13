import { dayText } from '@atalaya/format/date'
import { type Formats, weekdayText } from '@atalaya/module-sdk'
import { DAY_MS, dayOf } from './agenda.ts'

/** A day on the wall as people call it: 'Today', 'Tomorrow', 'Fri, Nov 27'. */
export function dayName(day: number, now: number, formats: Formats): string {
  const away = (day - dayOf(now)) / DAY_MS
  if (away === 0) return 'Today'
  if (away === 1) return 'Tomorrow'
  return dateName(day, formats)
}

/** 'Fri, Nov 27' */
export const dateName = (day: number, formats: Formats): string =>
  `${weekdayText(isoDate(day), formats)}, ${dayText(day, { ...formats, zone: 'UTC' })}`

export const isoDate = (day: number): string => new Date(day).toISOString().slice(0, 10)
