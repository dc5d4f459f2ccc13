import { type At, type Formats, formatDate, type Shape } from './formats.ts'

const LOCAL_DATE: Shape = { year: 'numeric', month: 'numeric', day: 'numeric' }
const LOCAL: Shape = { ...LOCAL_DATE, hour: 'numeric', minute: 'numeric', second: 'numeric' }

/** '11/24/2026, 11:15:09 PM' */
export const localText = (at: At, formats: Formats): string => formatDate(at, LOCAL, formats)
/** '11/24/2026' */
export const localDateText = (at: At, formats: Formats): string => formatDate(at, LOCAL_DATE, formats)
