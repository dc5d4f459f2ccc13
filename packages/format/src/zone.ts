import { dateFormat } from './formats.ts'

const MINUTE_MS = 60_000
/** Swedish format, which is ISO 8601: '2026-11-25 23:15:00'. */
const CLOCK = { dateStyle: 'short', timeStyle: 'medium' } as const

/** Time zone of this browser or server. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null
  } catch {
    return false
  }
}

/** The locale if the browser supports it, otherwise undefined. */
export function knownLocale(locale: string | null | undefined): string | undefined {
  try {
    return locale ? Intl.DateTimeFormat.supportedLocalesOf(locale)[0] : undefined
  } catch {
    return undefined
  }
}

/** Local date and time of a zone at an instant, encoded as if it were UTC, in ms. */
export function wallTime(at: number, zone?: string): number {
  if (zone === undefined) return at - new Date(at).getTimezoneOffset() * MINUTE_MS
  const text = dateFormat(CLOCK, { locale: 'sv', zone, hours: 24 }).format(at)
  return Date.parse(`${text.replace(' ', 'T')}Z`) + (at % 1000)
}

/** Local hour of a zone, 0 to 23. */
export const hourIn = (at: number, zone?: string): number => new Date(wallTime(at, zone)).getUTCHours()
