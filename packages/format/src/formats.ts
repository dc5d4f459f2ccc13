/** Chosen formats of times, dates and numbers. Absent values are the browser's defaults. */
export type Formats = {
  /** BCP 47: `en-GB`. */
  locale?: string
  /** IANA's name: `Europe/Madrid`. */
  zone?: string
  hours?: 12 | 24
  /** First day of the week: 1 is Monday, 7 is Sunday (ISO 8601). */
  firstDay?: number
}

export type At = Date | number | string
export type Shape = Intl.DateTimeFormatOptions

const cache = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format costs more than using it a hundred times. */
export function dateFormat(shape: Shape, { locale, zone, hours }: Formats): Intl.DateTimeFormat {
  const hourCycle = hours && (hours === 12 ? 'h12' : 'h23')
  const options: Shape = { timeZone: zone, hourCycle, ...shape }
  const key = JSON.stringify([locale, options])
  const format = cache.get(key) ?? new Intl.DateTimeFormat(locale, options)
  cache.set(key, format)
  return format
}

export const formatDate = (at: At, shape: Shape, formats: Formats): string =>
  dateFormat(shape, formats).format(new Date(at))
