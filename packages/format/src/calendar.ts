import { type At, type Formats, written } from './formats.ts'

/** 'November 2026' */
export const monthText = (at: At, formats: Formats): string => written(at, { month: 'long', year: 'numeric' }, formats)
/** 'Tue, Nov 24' */
export const shortWeekdayDateText = (at: At, formats: Formats): string =>
  written(at, { weekday: 'short', day: 'numeric', month: 'short' }, formats)
