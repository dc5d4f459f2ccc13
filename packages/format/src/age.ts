const UNITS: [size: number, unit: string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
]

/** Age in its greatest unit: '40 min', '3 h', '12 d'. Below a minute '< 1 min'. */
export function ageText(ms: number): string {
  const found = UNITS.find(([size]) => ms >= size)
  return found ? `${Math.floor(ms / found[0])} ${found[1]}` : '< 1 min'
}
