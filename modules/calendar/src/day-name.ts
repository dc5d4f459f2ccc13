import { dayText } from '@atalaya/format/date'
import { type Formats, weekdayText } from '@atalaya/module-sdk'
import { DAY_MS, dayOf } from './agenda.ts'

/** Name of a day in wall time: 'Today', 'Tomorrow', 'Fri, Nov 27'. */
export function dayName(day: number, wallNow: number, formats: Formats): string {
  const daysAhead = (day - dayOf(wallNow)) / DAY_MS
  if (daysAhead === 0) return 'Today'
  if (daysAhead === 1) return 'Tomorrow'
  return dateName(day, formats)
}

/** 'Fri, Nov 27' */
export const dateName = (day: number, formats: Formats): string =>
  `${weekdayText(isoDate(day), formats)}, ${dayText(day, { ...formats, zone: 'UTC' })}`

export const isoDate = (day: number): string => new Date(day).toISOString().slice(0, 10)
