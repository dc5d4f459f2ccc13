import { dateFormat } from './formats.ts'

const MINUTE_MS = 60_000
/** Format that is ISO 8601 in Swedish: '2026-11-25 23:15:00'. */
const CLOCK = { dateStyle: 'short', timeStyle: 'medium' } as const

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null
  } catch {
    return false
  }
}

/** A locale that this browser can write, or undefined. */
export function knownLocale(locale: string | null | undefined): string | undefined {
  try {
    return locale ? Intl.DateTimeFormat.supportedLocalesOf(locale)[0] : undefined
  } catch {
    return undefined
  }
}

/** Date and time of a zone's clocks at an instant, as the ms that they would be in UTC. */
export function wallTime(at: number, zone?: string): number {
  if (zone === undefined) return at - new Date(at).getTimezoneOffset() * MINUTE_MS
  const text = dateFormat(CLOCK, { locale: 'sv', zone, hours: 24 }).format(at)
  return Date.parse(`${text.replace(' ', 'T')}Z`) + (at % 1000)
}

/** The hour that a zone's clocks show, 0 to 23. */
export const hourIn = (at: number, zone?: string): number => new Date(wallTime(at, zone)).getUTCHours()
