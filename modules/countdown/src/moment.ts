import { instantOf } from '@atalaya/format/instant'
import { wallTime } from '@atalaya/format/zone'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export type MomentConfig = {
  /** `2026-12-24` */
  date: string
  /** `18:30`; the beginning of the day when absent. */
  time?: string | undefined
  /** Zone of the moment; the viewer's if absent. */
  zone?: string | undefined
  isYearly: boolean
}

/** Instant that is counted to. For a yearly date it is the next one; today's counts until the day is over. */
export function momentOf({ date, time = '00:00', zone, isYearly }: MomentConfig, now: number): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  // In a year without a 29 February it is the day after the 28th.
  const inYear = (fullYear: number) => instantOf(Date.UTC(fullYear, month - 1, day, hour, minute), zone)
  if (!isYearly) return inYear(year)
  const thisYear = new Date(wallTime(now, zone)).getUTCFullYear()
  const next = inYear(thisYear)
  return daysBetween(now, next, zone) < 0 ? inYear(thisYear + 1) : next
}

const dayOf = (at: number, zone: string | undefined) => Math.floor(wallTime(at, zone) / DAY_MS)

/** Calendar days from one instant to the other. */
const daysBetween = (from: number, to: number, zone: string | undefined): number => dayOf(to, zone) - dayOf(from, zone)

export type Distance = { isOver: boolean; isToday: boolean; parts: { count: number; unit: string }[] }

/**
 * Distance of a moment, the greatest unit first. Days are counted in wall time: a change of the clock makes none of
 * them shorter or longer. Less than a day is real time.
 */
export function distanceTo(moment: number, now: number, zone?: string): Distance {
  const isOver = moment <= now
  const wall = Math.abs(wallTime(moment, zone) - wallTime(now, zone))
  const left = wall >= DAY_MS ? wall : Math.abs(moment - now)
  // Before the moment a begun minute counts in full; after it, only a minute that has passed.
  const minutes = isOver ? Math.floor(left / MINUTE_MS) : Math.ceil(left / MINUTE_MS)
  const units = [
    { count: Math.floor(minutes / (24 * 60)), unit: 'd' },
    { count: Math.floor(minutes / 60) % 24, unit: 'h' },
    { count: minutes % 60, unit: 'min' },
  ]
  const first = units.findIndex(({ count }) => count > 0)
  return { isOver, isToday: daysBetween(now, moment, zone) === 0, parts: first < 0 ? [] : units.slice(first) }
}
