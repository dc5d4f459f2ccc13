import { axisInUnits, scale } from '@atalaya/charts/axis'
import { cursorAfter, pointAt } from '@atalaya/charts/cursor'
import { bandPath, linePath } from '@atalaya/charts/paths'
import { medianStep, type Point, pointsOf, type Slots, segments, spreadOf } from '@atalaya/charts/series'
import { useAwaySince, useFormats } from '@atalaya/module-sdk'
import type { KeyboardEvent, PointerEvent } from 'react'
import { baseOf, ticksOf, timeOf, valuesOf } from './metric.ts'

const WIDTH = 600
const HEIGHT = 200

/** Reading under the cursor: an instant, and the point measured then, if any. */
export type Reading = { at: number; point: Point | undefined }

type PlotProps = {
  series: Slots
  metric: string
  /** True if there is room for axes. */
  hasAxes: boolean
  reading: Reading | null
  /** Called with the instant under the cursor; null if there is none any more. */
  onRead: (at: number | null) => void
  /** The number's name and its present reading, for screen readers. */
  label: string
  valueText: string
}

/** Reading of a series at an instant; null if the series no longer reaches back to it. */
export function readingAt(series: Slots, at: number): Reading | null {
  if (at < series.from) return null
  const points = pointsOf(series)
  return { at, point: pointAt(points, at, medianStep(points, series.stepMs)) }
}

/**
 * Chart of a number over time: a line of averages within the band between minimum and maximum. It is a slider: a mouse
 * moves over it, a finger taps it, and the arrows move through time.
 */
export function Plot({ series, metric, hasAxes, reading, onRead, label, valueText }: PlotProps) {
  const formats = useFormats()
  const serverAwaySince = useAwaySince()
  const { from, stepMs, avg } = series
  const spanMs = avg.length * stepMs
  const last = from + (avg.length - 1) * stepMs
  const points = pointsOf(series)
  const step = medianStep(points, stepMs)
  const lineSegments = segments(points, step)
  const options = { count: 2, base: baseOf(metric), startsNearValues: true }
  const axis = axisInUnits(valuesOf(metric, spreadOf(points)), ticksOf(metric, formats), options)
  const x = scale([from, last], [0, WIDTH])
  const y = scale([axis.low, axis.high], [HEIGHT, 0])

  function onPointer({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const fraction = Math.min(1, Math.max(0, (clientX - left) / width))
    onRead(Math.round(from + fraction * (last - from)))
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = cursorAfter(event.key, reading?.at ?? last, { from, to: last, step })
    if (next === undefined) return
    event.preventDefault()
    onRead(next)
  }
  const cursor = reading && (reading.point?.at ?? reading.at)

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 gap-2">
        <div
          className="min-h-0 min-w-0 flex-1 rounded-sm"
          role="slider"
          tabIndex={0}
          aria-label={`${label} over time`}
          aria-valuemin={from}
          aria-valuemax={last}
          aria-valuenow={reading?.at ?? last}
          aria-valuetext={valueText}
          onKeyDown={onKeyDown}
          onBlur={() => onRead(null)}
          onPointerDown={onPointer}
          onPointerMove={onPointer}
          // A tapped reading stays after the finger is gone.
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onRead(null)}
        >
          <svg
            viewBox={`0 -3 ${WIDTH} ${HEIGHT + 6}`}
            preserveAspectRatio="none"
            className="size-full text-chart-1"
            aria-hidden="true"
          >
            {(hasAxes ? axis.ticks : [axis.low]).map((value) => (
              <path
                key={value}
                d={`M0 ${y(value)}H${WIDTH}`}
                className="stroke-border"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <path d={bandPath(lineSegments, x, y)} className="fill-current opacity-20" />
            <path
              d={linePath(lineSegments, x, y)}
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
        </div>
        {hasAxes && (
          <div className="flex shrink-0 flex-col justify-between text-right text-[0.6875rem] text-muted-foreground tabular-nums leading-none">
            {axis.ticks.toReversed().map((value) => (
              <span key={value}>{axis.text(value)}</span>
            ))}
          </div>
        )}
      </div>
      {hasAxes && (
        <div className="flex justify-between pt-1 text-[0.6875rem] text-muted-foreground tabular-nums leading-none">
          <span>{timeOf(from, spanMs, formats)}</span>
          <span>{serverAwaySince === null ? 'now' : timeOf(last, spanMs, formats)}</span>
        </div>
      )}
    </div>
  )
}
