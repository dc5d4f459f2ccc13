import { wallTime } from './zone.ts'

const DAY_MS = 86_400_000

/** The instant at which a zone's clocks show a time; the first of two, and after a gap where they skip it. */
export function instantOf(wall: number, zone?: string): number {
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map((at) => wall - (wallTime(at, zone) - at)) as [
    number,
    number,
  ]
  return wallTime(before, zone) !== wall && wallTime(after, zone) === wall ? after : before
}
