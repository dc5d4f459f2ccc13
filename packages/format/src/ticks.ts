import { BYTE_UNITS, powerFor } from './bytes.ts'
import { DURATION_UNITS } from './duration.ts'
import type { Formats } from './formats.ts'
import { digitsText, plainNumber } from './number.ts'

/** A tick, rounded less than a value: else the line at 12.5 would have the label 13. */
export const tickText = (tick: number, formats: Formats): string => digitsText(tick, 6, formats)

/** Formatter for the ticks of one axis, all in the unit of the greatest. */
export function byteTicks(max: number, formats: Formats): (tick: number) => string {
  const power = powerFor(max)
  return (tick) => `${plainNumber(Number((tick / 1024 ** power).toPrecision(3)), formats)} ${BYTE_UNITS[power]}`
}

/** Formatter for the ticks of an axis of durations, all in one unit. `size` is that unit in seconds. */
export function durationTicks(max: number, formats: Formats): { size: number; text: (seconds: number) => string } {
  const [size, unit] = DURATION_UNITS.find(([size]) => max >= 2 * size) ?? [1, 's']
  return { size, text: (seconds) => `${plainNumber(Number((seconds / size).toPrecision(3)), formats)} ${unit}` }
}
