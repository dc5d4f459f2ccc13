import { axisOf, scale } from '@atalaya/charts/axis'
import { pointAt } from '@atalaya/charts/cursor'
import { bandPath, linePath } from '@atalaya/charts/paths'
import { pointsOf, type Slots, segments, spreadOf, usualStep } from '@atalaya/charts/series'
import { type PointerEvent, useState } from 'react'
import { baseOf, ticksOf, valuesOf } from './metric.ts'

const WIDTH = 600
const HEIGHT = 200

export type Reading = { at: number; value: number }

type PlotProps = {
  series: Slots
  metric: string
  /** Whether there is room for axes. */
  hasAxes: boolean
  /** Hears what is under the pointer; null where nothing is, and when it leaves. */
  onRead: (reading: Reading | null) => void
}

/** The course of a number: a line of averages within the band of what was least and most. */
export function Plot({ series, metric, hasAxes, onRead }: PlotProps) {
  const [cursor, setCursor] = useState<number | null>(null)
  const { from, stepMs, avg } = series
  const last = from + (avg.length - 1) * stepMs
  const points = pointsOf(series)
  const step = usualStep(points, stepMs)
  const parts = segments(points, step)
  const axis = axisOf(valuesOf(metric, spreadOf(points)), { count: 2, base: baseOf(metric), isClose: true })
  const ticks = ticksOf(metric, axis.high)
  const x = scale([from, last], [0, WIDTH])
  const y = scale([axis.low, axis.high], [HEIGHT, 0])

  function onPointerMove({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const point = pointAt(points, from + ((clientX - left) / width) * (last - from), step)
    setCursor(point?.at ?? null)
    onRead(point ? { at: point.at, value: point.avg } : null)
  }
  function onPointerLeave() {
    setCursor(null)
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
          onPointerMove={onPointerMove}
          onPointerLeave={onPointerLeave}
        >
          {(hasAxes ? axis.ticks : [axis.low]).map((value) => (
            <path
              key={value}
              d={`M0 ${y(value)}H${WIDTH}`}
              className="stroke-border"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path d={bandPath(parts, x, y)} className="fill-current opacity-20" />
          <path
            d={linePath(parts, x, y)}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
          {cursor !== null && (
            <path
              d={`M${x(cursor)} 0V${HEIGHT}`}
              className="stroke-muted-foreground"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        {hasAxes && (
          <div className="flex shrink-0 flex-col justify-between text-right text-[0.6875rem] text-muted-foreground tabular-nums leading-none">
            {axis.ticks.toReversed().map((value) => (
              <span key={value}>{ticks(value)}</span>
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

const DAY_MS = 86_400_000

/** A time of day, with the date where the span is longer than one. */
export function timeText(at: number, spanMs: number): string {
  const day = spanMs > DAY_MS ? ({ day: 'numeric', month: 'short' } as const) : {}
  return new Date(at).toLocaleString(undefined, { ...day, hour: '2-digit', minute: '2-digit' })
}
