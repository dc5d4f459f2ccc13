import { wallTime } from '@atalaya/format/zone'

/** True if day and month of `birthday` (YYYY-MM-DD) are today's in a zone. Without a zone, in the browser's. */
export function isBirthday(birthday: string | null | undefined, now: number, zone?: string): boolean {
  const [, month, day] = birthday?.split('-').map(Number) ?? []
  const today = new Date(wallTime(now, zone))
  return month === today.getUTCMonth() + 1 && day === today.getUTCDate()
}
