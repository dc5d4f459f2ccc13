import type { Formats } from './formats.ts'
import { plainNumber } from './number.ts'

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** Which power of 1024 suits an amount: what would be written as 1024 is one of the next. */
function powerFor(value: number): number {
  let size = Math.abs(value)
  let power = 0
  while (size >= 1023.5 && power < UNITS.length - 1) {
    size /= 1024
    power += 1
  }
  return power
}

/** One decimal below 100, none from there on, and never a trailing '.0'. */
function short(value: number): number {
  const tenths = Math.round(value * 10) / 10
  return tenths >= 100 ? Math.round(value) : tenths
}

/** Bytes in binary steps under their binary names, as memory and disks are measured: 1 GiB is 2³⁰ bytes. */
export function bytesText(value: number, formats: Formats): string {
  const size = Math.max(0, value)
  const power = powerFor(size)
  return `${plainNumber(power === 0 ? Math.round(size) : short(size / 1024 ** power), formats)} ${UNITS[power]}`
}

export const bytesPerSecondText = (value: number, formats: Formats): string => `${bytesText(value, formats)}/s`

/** How the ticks of one axis are written: all in the unit of the greatest. */
export function byteTicks(most: number, formats: Formats): (tick: number) => string {
  const power = powerFor(most)
  return (tick) => `${plainNumber(Number((tick / 1024 ** power).toPrecision(3)), formats)} ${UNITS[power]}`
}
