import { sparkline } from './sparkline.ts'

const WIDTH = 200
const HEIGHT = 48

type Props = { label: string; values: readonly (number | null)[]; hasLine: boolean; color: string }

/** A percentage with its recent course; the number says it all to a screen reader. */
export function Meter({ label, values, hasLine, color }: Props) {
  const last = values.at(-1)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-0.5">
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-muted-foreground text-xs">{label}</span>
        <span className="font-semibold text-sm tabular-nums">{last == null ? '–' : `${Math.round(last)} %`}</span>
      </div>
      {hasLine && (
        <svg
          className={`min-h-0 w-full flex-1 ${color}`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={`M0 ${HEIGHT}H${WIDTH}`} className="stroke-border" vectorEffect="non-scaling-stroke" />
          <path
            d={sparkline(values, WIDTH, HEIGHT)}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
    </div>
  )
}
