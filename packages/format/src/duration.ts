import type { Formats } from './formats.ts'
import { plainNumber } from './number.ts'

const UNITS: [number, string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
]

function partsOf(seconds: number, units: typeof UNITS): string[] {
  let left = Math.max(0, Math.floor(seconds))
  return units.map(([size, unit]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count > 0 ? `${count} ${unit}` : ''
  })
}

/** The two greatest units of a duration: '3 d 4 h', '12 min 5 s'. */
export function durationText(seconds: number): string {
  const parts = partsOf(seconds, UNITS)
  const first = parts.findIndex(Boolean)
  return first < 0
    ? '0 s'
    : parts
        .slice(first, first + 2)
        .filter(Boolean)
        .join(' ')
}

/** All of a duration, without days: '26 h 5 min 30 s'. */
export const wholeDurationText = (seconds: number): string => partsOf(seconds, UNITS.slice(1)).filter(Boolean).join(' ')

/** How the ticks of an axis of durations are written, and in steps of how many seconds they fall: in one unit. */
export function durationTicks(most: number, formats: Formats): { size: number; text: (seconds: number) => string } {
  const [size, unit] = UNITS.find(([size]) => most >= 2 * size) ?? [1, 's']
  return { size, text: (seconds) => `${plainNumber(Number((seconds / size).toPrecision(3)), formats)} ${unit}` }
}
