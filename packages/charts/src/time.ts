import { instantOf } from '@atalaya/format/instant'
import { wallTime } from '@atalaya/format/zone'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  ...[1, 2, 5, 10, 15, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 15, 30, 60, 120].map((n) => n * DAY),
]

/** Instants in ms between `from` and `to` at round times of a zone's clocks, about `count` at most. */
export function timeTicks(from: number, to: number, count: number, zone?: string): number[] {
  const step = STEPS.find((known) => (to - from) / known <= count) ?? DAY * 365
  const midnight = wallTime(from, zone) - (wallTime(from, zone) % DAY)
  const start = instantOf(midnight, zone)
  // A day can have 23 or 25 hours, so steps of more than an hour follow the wall clock.
  const tickAt = (n: number) => (step > HOUR ? instantOf(midnight + n * step, zone) : start + n * step)
  const ticks: number[] = []
  for (let n = 0, at = start; at <= to; at = tickAt(++n)) if (at >= from) ticks.push(at)
  return ticks
}

/** The same time on the clock, a week earlier: across a change of the clock that is an hour more or less. */
export const weekBefore = (at: number, zone?: string): number => instantOf(wallTime(at, zone) - 7 * DAY, zone)
