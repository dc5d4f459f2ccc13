import { type At, type Formats, formatDate } from './formats.ts'

/** '23:15' */
export const timeText = (at: At, formats: Formats): string =>
  formatDate(at, { hour: '2-digit', minute: '2-digit' }, formats)
/** 'Nov 24, 2026, 11:15:09 PM' */
export const exactText = (at: At, formats: Formats): string =>
  formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' }, formats)
/** 'Nov 24, 2026' */
export const dateText = (at: At, formats: Formats): string => formatDate(at, { dateStyle: 'medium' }, formats)
/** 'November 24, 2026' */
export const longDateText = (at: At, formats: Formats): string => formatDate(at, { dateStyle: 'long' }, formats)
