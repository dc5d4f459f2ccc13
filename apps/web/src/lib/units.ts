const SIZES = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** One decimal below `whole`, none from there on, and never a trailing '.0'. */
function short(value: number, whole: number): string {
  const tenths = Math.round(value * 10) / 10
  return String(tenths >= whole ? Math.round(value) : tenths)
}

export const percent = (value: number) => `${short(value, 10)} %`

/** Bytes in binary steps, as operating systems show memory and disks. */
export function bytes(value: number): string {
  let size = Math.max(0, value)
  let unit = 0
  while (size >= 1023.5 && unit < SIZES.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 ? Math.round(size) : short(size, 100)} ${SIZES[unit]}`
}

export const bytesPerSecond = (value: number) => `${bytes(value)}/s`

const UNITS: [number, string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/** The two greatest units of a duration: '3 d 4 h', '12 min 5 s'. */
export function duration(seconds: number): string {
  let left = Math.max(0, Math.floor(seconds))
  const parts: string[] = []
  for (const [size, unit] of UNITS) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0 || parts.length > 0) parts.push(count > 0 ? `${count} ${unit}` : '')
    if (parts.length === 2) break
  }
  return parts.filter(Boolean).join(' ') || '0 s'
}
