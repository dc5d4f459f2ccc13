const WIDTH = 120
const HEIGHT = 28

/** Line of recent numbers of players; hidden from screen readers, as the number stands beside it. */
export function PlayerLine({ history, max }: { history: readonly number[]; max: number | null }) {
  const top = Math.max(1, max ?? 0, ...history)
  const step = WIDTH / Math.max(1, history.length - 1)
  const points = history.map(
    (count, index) => `${(index * step).toFixed(1)} ${(HEIGHT - (count / top) * HEIGHT).toFixed(1)}`,
  )
  const line = points.length > 1 ? `M${points.join('L')}` : ''
  return (
    <svg
      className="h-full min-h-0 w-full min-w-0 text-chart-1"
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 3}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {line && <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}z`} className="fill-current opacity-15" />}
      <path d={`M0 ${HEIGHT}H${WIDTH}`} className="stroke-border" vectorEffect="non-scaling-stroke" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
