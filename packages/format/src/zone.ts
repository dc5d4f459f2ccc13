import { dateFormat } from './formats.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const CLOCK = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

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
  // Swedish dates are ISO 8601: '2026-11-25 23:15:00'.
  const text = dateFormat(CLOCK, { locale: 'sv', zone, hours: 24 }).format(at)
  return Date.parse(`${text.replace(' ', 'T')}Z`) + (at % 1000)
}

/** The hour that a zone's clocks show, 0 to 23. */
export const hourIn = (at: number, zone?: string): number => new Date(wallTime(at, zone)).getUTCHours()

/** Days from one date to another by the clocks of a zone. */
export const daysBetween = (from: number, to: number, zone?: string): number =>
  Math.floor(wallTime(to, zone) / DAY_MS) - Math.floor(wallTime(from, zone) / DAY_MS)
