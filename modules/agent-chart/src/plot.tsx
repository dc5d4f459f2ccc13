import type { SeriesView } from '@atalaya/module-sdk'
import { type PointerEvent, useState } from 'react'
import { bandPath, linePath, scaleOf, usualGap } from './chart.ts'

const WIDTH = 600
const HEIGHT = 200

type Course = Extract<SeriesView, { state: 'ready' }>
export type Reading = { at: number; value: number }

type PlotProps = {
  series: Course
  isPercent: boolean
  format: (value: number) => string
  /** Whether there is room for axes. */
  hasAxes: boolean
  /** Hears what is under the pointer; null when it leaves. */
  onRead: (reading: Reading | null) => void
}

/** The course of a number: a line of averages within the band of what was least and most. */
export function Plot({ series: { from, stepMs, min, avg, max }, isPercent, format, hasAxes, onRead }: PlotProps) {
  const [at, setAt] = useState<number | null>(null)
  const scale = scaleOf(min, max, isPercent)
  const line = linePath(avg, scale, WIDTH, HEIGHT, usualGap(avg))

  function read({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const slot = nearest(avg, Math.round(((clientX - left) / width) * (avg.length - 1)))
    setAt(slot)
    onRead(slot === null ? null : { at: from + slot * stepMs, value: avg[slot] ?? 0 })
  }
  function leave() {
    setAt(null)
    onRead(null)
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 gap-2">
        <svg
          viewBox={`0 -3 ${WIDTH} ${HEIGHT + 6}`}
          preserveAspectRatio="none"
          className="h-full min-h-0 min-w-0 flex-1 text-chart-1"
          aria-hidden="true"
          onPointerMove={read}
          onPointerLeave={leave}
        >
          {(hasAxes ? [0, HEIGHT / 2, HEIGHT] : [HEIGHT]).map((y) => (
            <path key={y} d={`M0 ${y}H${WIDTH}`} className="stroke-border" vectorEffect="non-scaling-stroke" />
          ))}
          <path d={bandPath(min, max, scale, WIDTH, HEIGHT)} className="fill-current opacity-20" />
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
          {at !== null && (
            <path
              d={`M${(at / Math.max(1, avg.length - 1)) * WIDTH} 0V${HEIGHT}`}
              className="stroke-muted-foreground"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        {hasAxes && (
          <div className="flex shrink-0 flex-col justify-between text-right text-[0.6875rem] text-muted-foreground tabular-nums leading-none">
            {[scale.high, (scale.high + scale.low) / 2, scale.low].map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: top, middle and bottom.
              <span key={index}>{format(value)}</span>
            ))}
          </div>
        )}
      </div>
      {hasAxes && (
        <div className="flex justify-between pt-1 text-[0.6875rem] text-muted-foreground tabular-nums leading-none">
          <span>{timeText(from, avg.length * stepMs)}</span>
          <span>now</span>
        </div>
      )}
    </div>
  )
}

/** The slot nearest to this one that holds a value. */
function nearest(values: readonly (number | null)[], wanted: number): number | null {
  const filled = [...values.keys()].filter((slot) => values[slot] !== null)
  if (filled.length === 0) return null
  return filled.reduce((best, slot) => (Math.abs(slot - wanted) < Math.abs(best - wanted) ? slot : best))
}

const DAY_MS = 86_400_000

/** A time of day, with the date where the span is longer than one. */
export function timeText(at: number, spanMs: number): string {
  const day = spanMs > DAY_MS ? ({ day: 'numeric', month: 'short' } as const) : {}
  return new Date(at).toLocaleString(undefined, { ...day, hour: '2-digit', minute: '2-digit' })
}
