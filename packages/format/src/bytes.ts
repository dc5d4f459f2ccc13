import type { Formats } from './formats.ts'
import { shortNumber } from './number.ts'

export const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** Power of 1024 that suits an amount. An amount that would be written as 1024 takes the next one. */
export function powerFor(value: number): number {
  let size = Math.abs(value)
  let power = 0
  while (size >= 1023.5 && power < BYTE_UNITS.length - 1) {
    size /= 1024
    power += 1
  }
  return power
}

/** Bytes in binary steps under their binary names, as memory and disks are measured: 1 GiB is 2³⁰ bytes. */
export function bytesText(value: number, formats: Formats): string {
  const size = Math.max(0, value)
  const power = powerFor(size)
  // Numbers below 100 have one decimal, but bytes have none.
  return `${shortNumber(size / 1024 ** power, power && 100, formats)} ${BYTE_UNITS[power]}`
}

export const bytesPerSecondText = (value: number, formats: Formats): string => `${bytesText(value, formats)}/s`
