import type { Level, Reading } from './reading.ts'

const RADIUS = 44
const [CENTRE_X, CENTRE_Y] = [60, 56]
/** Radius of the thin marks around the arc, which show the zones. */
const BOUND_RADIUS = 53

const colors: Record<Level, string> = { warning: 'text-warning', critical: 'text-destructive' }

/** Colour of a level, for drawings. */
const levelColor = (level: Level | undefined): string => (level ? colors[level] : 'text-chart-1')

/** Half a circle, from 0 at its left to 1 at its right. */
function arcPath(radius: number, from: number, to: number): string {
  const at = (share: number) => {
    const angle = Math.PI * (1 - share)
    return `${(CENTRE_X + radius * Math.cos(angle)).toFixed(2)} ${(CENTRE_Y - radius * Math.sin(angle)).toFixed(2)}`
  }
  return `M${at(from)}A${radius} ${radius} 0 0 1 ${at(to)}`
}

/** Position of a value between the ends, from 0 to 1. */
export const shareOf = (value: number, { minimum, maximum }: Pick<Reading, 'minimum' | 'maximum'>): number =>
  Math.min(1, Math.max(0, (value - minimum) / (maximum - minimum)))

/** Zones of warning and critical values, as shares of the arc. They do not overlap. */
export function zonesOf({ bounds, ...ends }: Reading): { level: Level; from: number; to: number }[] {
  const { warning, critical, isLowBad } = bounds
  const worst = isLowBad ? 0 : 1
  const end = critical === undefined ? worst : shareOf(critical, ends)
  const zones: [Level, number | undefined, number][] = [
    ['warning', warning, end],
    ['critical', critical, worst],
  ]
  return zones.flatMap(([level, bound, to]) => {
    if (bound === undefined) return []
    const edges = [shareOf(bound, ends), to] as const
    const [from, until] = [Math.min(...edges), Math.max(...edges)]
    // A warning beyond the critical bound is no zone of its own.
    return until > from && (isLowBad ? edges[0] >= to : edges[0] <= to) ? [{ level, from, to: until }] : []
  })
}

/** Arc of a reading with its zones around it. Hidden from screen readers, since the number below says the same. */
export function Arc({ reading }: { reading: Reading }) {
  const share = shareOf(reading.value, reading)
  return (
    <svg viewBox="0 0 120 62" preserveAspectRatio="xMidYMax meet" className="size-full" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeLinecap="butt">
        <path d={arcPath(RADIUS, 0, 1)} strokeWidth="10" className="text-muted" />
        {share > 0 && <path d={arcPath(RADIUS, 0, share)} strokeWidth="10" className={levelColor(reading.level)} />}
        {zonesOf(reading).map(({ level, from, to }) => (
          <path
            key={level}
            d={arcPath(BOUND_RADIUS, from, to)}
            strokeWidth={level === 'critical' ? 4 : 2}
            className={levelColor(level)}
          />
        ))}
      </g>
    </svg>
  )
}

/** Reading and zones as a straight bar, for widgets that are one row of the grid high. */
export function Bar({ reading }: { reading: Reading }) {
  const share = shareOf(reading.value, reading)
  return (
    <div className="relative h-1.5 w-full overflow-hidden rounded-full bg-muted" aria-hidden="true">
      <div
        className={`h-full rounded-full bg-current ${levelColor(reading.level)}`}
        style={{ width: `${share * 100}%` }}
      />
      {zonesOf(reading).map(({ level, from, to }) => (
        <div
          key={level}
          className={`absolute bottom-0 h-0.5 bg-current ${levelColor(level)}`}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
      ))}
    </div>
  )
}
