import { type At, type Formats, formatDate } from './formats.ts'

/** 'November 2026' */
export const monthText = (at: At, formats: Formats): string =>
  formatDate(at, { month: 'long', year: 'numeric' }, formats)
/** 'Tue, Nov 24' */
export const shortWeekdayDateText = (at: At, formats: Formats): string =>
  formatDate(at, { weekday: 'short', day: 'numeric', month: 'short' }, formats)
