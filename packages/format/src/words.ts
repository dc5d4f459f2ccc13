// English: the texts around it are in English.

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** 'Monday, Tuesday, and Friday' */
export const listText = (items: readonly string[]): string => listFormat.format(items)

/** 1 is Monday, 7 is Sunday (ISO 8601); so is 0. */
export const dayName = (day: number): string => DAYS[(day + 6) % 7] ?? ''

/** The days of a week in their order. */
export const weekFrom = (firstDay = 1): number[] => DAYS.map((_, index) => ((firstDay + index + 6) % 7) + 1)
