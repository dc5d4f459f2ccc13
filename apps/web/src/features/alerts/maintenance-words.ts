import type { MaintenanceTimes } from '@atalaya/contract/alert-incidents'
import { durationText } from '@atalaya/format/duration'
import { dayName, weekFrom } from '@atalaya/format/words'

/** Weekdays from Monday on; 0 is Sunday. */
const WEEK = weekFrom().map((day) => day % 7)

export function timesText({ days, from, forS, zone }: MaintenanceTimes): string {
  const daysText =
    days.length === WEEK.length
      ? 'Every day'
      : WEEK.filter((day) => days.includes(day))
          .map(dayName)
          .join(', ')
  return `${daysText} at ${from} for ${durationText(forS)} (${zone})`
}
