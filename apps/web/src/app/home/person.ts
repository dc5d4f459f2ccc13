import type { User } from '@atalaya/contract/users'
import { longDayText, withDefaults } from '@atalaya/format/date'
import type { Formats } from '@atalaya/format/formats'
import { parseInstant, relativeText } from '@atalaya/format/relative'
import { dateText } from '@atalaya/format/time'
import { wallTime } from '@atalaya/format/zone'

const DAY_MS = 86_400_000
/** 29 February returns after eight years at the latest (1896 to 1904). */
const YEARS_AHEAD = 8

const roleNames: Record<string, string> = { user: 'Usuario', admin: 'Admin' }

const roleName = (role: string | undefined, ifNone: string) => (role ? (roleNames[role.toLowerCase()] ?? role) : ifNone)

/** The Active role card: Guest if no session. */
export const activeRole = (user: Pick<User, 'role'> | null | undefined) => roleName(user?.role, 'Guest')

/** The Role line of the Personal Summary: 'Unassigned' if none. */
export const roleLine = (user: Pick<User, 'role'> | null | undefined) => roleName(user?.role, 'Unassigned')

export function lastAccess(lastLogin: string | null | undefined, now: Date): string {
  const date = parseInstant(lastLogin)
  return date ? relativeText(date, now) : 'Unknown date'
}

/** Month and day of a birthday; null if it is missing or no real day. */
function monthAndDay(birthday: string | null | undefined): { month: number; day: number } | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(birthday ?? '')?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  return isDay(year, month, day) ? { month, day } : null
}

const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Midnight of the next day with this month and day, encoded as if it were UTC, in ms. */
function nextOccurrence({ month, day }: { month: number; day: number }, today: number): number | undefined {
  const thisYear = new Date(today).getUTCFullYear()
  const years = Array.from({ length: YEARS_AHEAD + 1 }, (_, ahead) => thisYear + ahead)
  return years
    .filter((year) => isDay(year, month, day))
    .map((year) => Date.UTC(year, month - 1, day))
    .find((at) => at >= today)
}

/** Formats of a birthday, which is a date in no zone: dates here are encoded as if they were UTC. */
const birthdayFormats = (chosen: Formats): Formats => ({ ...withDefaults({ locale: 'en-GB' }, chosen), zone: 'UTC' })

/** "10 December, in 19 days"; 'No data' for an invalid or missing birthday. Today is that of the chosen zone. */
export function nextBirthday(birthday: string | null | undefined, now: Date, formats: Formats): string {
  const local = wallTime(now.getTime(), formats.zone)
  const today = local - (local % DAY_MS)
  const parts = monthAndDay(birthday)
  const next = parts && nextOccurrence(parts, today)
  if (!next) return 'No data'
  const days = (next - today) / DAY_MS
  if (days === 0) return 'Today'
  return `${longDayText(next, birthdayFormats(formats))}, ${days === 1 ? 'tomorrow' : `in ${days} days`}`
}

/** "10 Dec 1990"; 'No data' for an invalid or missing birthday. */
export function birthdayText(birthday: string | null | undefined, formats: Formats): string {
  return birthday && monthAndDay(birthday) ? dateText(birthday.slice(0, 10), birthdayFormats(formats)) : 'No data'
}
