import { wallTime } from './zone.ts'

const DAY_MS = 86_400_000

/**
 * Instant at which a zone's clocks show a time. If they show it twice, the first; if they skip it, an instant after the
 * gap.
 */
export function instantOf(wall: number, zone?: string): number {
  // Two guesses: by the offset of the day before, and by that of the day after.
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map((at) => wall - (wallTime(at, zone) - at)) as [
    number,
    number,
  ]
  return wallTime(before, zone) !== wall && wallTime(after, zone) === wall ? after : before
}
