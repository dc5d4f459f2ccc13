import { type At, type Formats, formatDate, type Shape } from './formats.ts'

const TIME: Shape = { hour: '2-digit', minute: '2-digit' }
const DAY: Shape = { day: 'numeric', month: 'short' }
const LONG_DAY: Shape = { day: 'numeric', month: 'long' }
const LONG_WEEKDAY: Shape = { ...LONG_DAY, weekday: 'long' }

/** '23:15:09' */
export const secondsText = (at: At, formats: Formats): string => formatDate(at, { ...TIME, second: '2-digit' }, formats)
/** 'Nov 24' */
export const dayText = (at: At, formats: Formats): string => formatDate(at, DAY, formats)
/** 'November 24' */
export const longDayText = (at: At, formats: Formats): string => formatDate(at, LONG_DAY, formats)
/** 'Nov 24, 2026, 11:15 PM' */
export const dateTimeText = (at: At, formats: Formats): string =>
  formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }, formats)
/** 'Tuesday, November 24' */
export const weekdayDateText = (at: At, formats: Formats): string => formatDate(at, LONG_WEEKDAY, formats)
/** 'Tuesday, November 24, 2026' */
export const longWeekdayDateText = (at: At, formats: Formats): string =>
  formatDate(at, { ...LONG_WEEKDAY, year: 'numeric' }, formats)

/** Fills in default formats if no locale is chosen; a chosen locale brings its own formats. */
export const withDefaults = (defaults: Formats, chosen: Formats): Formats =>
  chosen.locale === undefined ? { ...defaults, ...chosen } : chosen
