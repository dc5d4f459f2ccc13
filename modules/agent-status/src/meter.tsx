import { sparkline } from '@atalaya/charts/sparkline'
import type { ReactNode } from 'react'
import { percentText } from './load.ts'

const WIDTH = 200
const HEIGHT = 48
/** Margin above and below: a line at 0 or 100 % would lose half of its stroke. */
const BLEED = 2

type Props = {
  label: string
  values: readonly (number | null)[]
  color: string
  /** Index under the cursor; null for the newest. */
  cursor: number | null
  /** Age of the newest value, if it is old. */
  age?: ReactNode
}

/** A percentage above a sparkline of its recent values. Screen readers get only the number. */
export function Meter({ label, values, color, cursor, age }: Props) {
  const { line } = sparkline(values, { width: WIDTH, height: HEIGHT, min: 0, max: 100 })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-0.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-1">
        <span className="text-muted-foreground text-xs">{label}</span>
        <p className="flex flex-wrap items-baseline justify-end gap-x-1 whitespace-nowrap tabular-nums">
          <span className="font-semibold text-lg/5" data-figure>
            {percentText(values.at(cursor ?? -1))}
          </span>
          {cursor === null && age}
        </p>
      </div>
      <svg
        className={`min-h-0 w-full flex-1 ${color}`}
        viewBox={`0 -${BLEED} ${WIDTH} ${HEIGHT + 2 * BLEED}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={`M0 ${HEIGHT}H${WIDTH}`} className="stroke-border" vectorEffect="non-scaling-stroke" />
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
        {cursor !== null && (
          <path
            d={`M${(cursor / Math.max(1, values.length - 1)) * WIDTH} 0V${HEIGHT}`}
            className="stroke-muted-foreground"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </div>
  )
}
