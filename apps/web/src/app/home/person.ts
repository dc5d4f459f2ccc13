import type { User } from '@atalaya/contract/users'
import { longDayText, withUsual } from '@atalaya/format/date'
import type { Formats } from '@atalaya/format/formats'
import { parseInstant, relativeText } from '@atalaya/format/relative'
import { dateText } from '@atalaya/format/time'

const DAY_MS = 86_400_000
/** 29 February returns after eight years at the latest (1896 to 1904). */
const YEARS_AHEAD = 8

const roleNames: Record<string, string> = { user: 'Usuario', admin: 'Admin' }

const roleName = (role: string | undefined, none: string) => (role ? (roleNames[role.toLowerCase()] ?? role) : none)

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
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? { month, day } : null
}

function nextOccurrence({ month, day }: { month: number; day: number }, today: Date): Date | undefined {
  const years = Array.from({ length: YEARS_AHEAD + 1 }, (_, ahead) => today.getFullYear() + ahead)
  return years
    .map((year) => new Date(year, month - 1, day))
    .find((date) => date.getMonth() === month - 1 && date.getTime() >= today.getTime())
}

/** Formats without a zone: a birthday is a date. */
const ofBirthday = (chosen: Formats): Formats => ({ ...withUsual({ locale: 'en-GB' }, chosen), zone: undefined })

/** "10 December, in 19 days"; 'No data' for an invalid or missing birthday. */
export function nextBirthday(birthday: string | null | undefined, now: Date, formats: Formats): string {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const parts = monthAndDay(birthday)
  const next = parts && nextOccurrence(parts, today)
  if (!next) return 'No data'
  // Rounded, because a day with a clock change has 23 or 25 hours.
  const days = Math.round((next.getTime() - today.getTime()) / DAY_MS)
  if (days === 0) return 'Today'
  return `${longDayText(next, ofBirthday(formats))}, ${days === 1 ? 'tomorrow' : `in ${days} days`}`
}

/** "10 Dec 1990"; 'No data' for an invalid or missing birthday. */
export function birthdayText(birthday: string | null | undefined, formats: Formats): string {
  return birthday && monthAndDay(birthday)
    ? dateText(`${birthday.slice(0, 10)}T00:00:00`, ofBirthday(formats))
    : 'No data'
}
