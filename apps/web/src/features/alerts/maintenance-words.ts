import { durationText } from '@atalaya/charts/duration'
import type { MaintenanceTimes } from '@atalaya/contract/alert-incidents'

/** 0 is Sunday; a week begins on Monday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const dayName = (day: number): string => NAMES[day] ?? ''

export function timesText({ days, from, forS, zone }: MaintenanceTimes): string {
  const which =
    days.length === WEEK.length
      ? 'Every day'
      : WEEK.filter((day) => days.includes(day))
          .map(dayName)
          .join(', ')
  return `${which} at ${from} for ${durationText(forS)} (${zone})`
}
