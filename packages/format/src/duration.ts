export const DURATION_UNITS: [number, string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
]

function partsOf(seconds: number, units: typeof DURATION_UNITS): string[] {
  let left = Math.max(0, Math.floor(seconds))
  return units.map(([size, unit]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count > 0 ? `${count} ${unit}` : ''
  })
}

/** The two greatest units of a duration: '3 d 4 h', '12 min 5 s'. */
export function durationText(seconds: number): string {
  const parts = partsOf(seconds, DURATION_UNITS)
  const first = parts.findIndex(Boolean)
  return (
    parts
      .slice(first, first + 2)
      .filter(Boolean)
      .join(' ') || '0 s'
  )
}

/** All of a duration, without days: '26 h 5 min 30 s'. */
export const wholeDurationText = (seconds: number): string =>
  partsOf(seconds, DURATION_UNITS.slice(1)).filter(Boolean).join(' ')
