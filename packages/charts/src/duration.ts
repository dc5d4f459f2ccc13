const UNITS: [number, string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/** The two greatest units of a duration: '3 d 4 h', '12 min 5 s'. */
export function durationText(seconds: number): string {
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

/** How the ticks of an axis of durations are written, and in steps of how many seconds they fall: in one unit. */
export function durationTicks(most: number): { size: number; text: (seconds: number) => string } {
  const [size, unit] = UNITS.find(([size]) => most >= 2 * size) ?? [1, 's']
  return { size, text: (seconds) => `${Number((seconds / size).toPrecision(3))} ${unit}` }
}
