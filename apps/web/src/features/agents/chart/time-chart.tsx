import { cursorAfter, pointAt, type TimeRange } from '@atalaya/charts/cursor'
import { bandPath, linePath } from '@atalaya/charts/paths'
import type { Point } from '@atalaya/charts/series'
import { type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react'
import { ChartFrame } from '#web/features/agents/chart/chart-frame.tsx'
import { ChartLegend } from '#web/features/agents/chart/chart-legend.tsx'
import { type ChartSeries, type Plot, plotOf } from '#web/features/agents/chart/plot.ts'
import { useWidth } from '#web/features/agents/chart/use-width.ts'

type TimeChartProps = {
  title: string
  series: ChartSeries[]
  range: TimeRange
  /** The top of the axis, where it is known (100 %, all memory); else what the values need. */
  max?: number | undefined
  base?: 10 | 1024
  format: (value: number) => string
  /** The instant that all charts of a page point at together; null for the newest. */
  cursor: number | null
  onCursor: (at: number | null) => void
}

/**
 * Lines over time with the spread of each step behind them; where nothing was measured there is nothing drawn. The
 * plot is a slider for the keyboard and for screen readers: the arrows move through time, the values are read out.
 */
export function TimeChart({ title, series, range, max, base, format, cursor, onCursor }: TimeChartProps) {
  const { ref, width } = useWidth()
  const titleId = useId()
  const plot = useMemo(() => plotOf({ series, range, max, base, width }), [series, range, max, base, width])
  const at = cursor ?? range.to
  const readings = series.map((one) => ({ ...one, point: reading(one.points, cursor, range) }))
  const said = readings.map(({ name, point }) => `${name} ${point ? format(point.avg) : 'no data'}`).join(', ')
  const when = new Date(at).toLocaleString()

  function onPointerMove(event: PointerEvent<SVGRectElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (event.clientX - box.left) / box.width
    onCursor(Math.round(range.from + part * (range.to - range.from)))
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = cursorAfter(event.key, at, range)
    if (next === undefined) return
    event.preventDefault()
    onCursor(next)
  }

  return (
    <figure className="grid gap-2" aria-labelledby={titleId}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={titleId} className="font-medium text-sm">
          {title}
        </h3>
        <ChartLegend readings={readings} format={format} />
      </figcaption>
      <div
        ref={ref}
        className="h-40 rounded-md"
        role="slider"
        tabIndex={0}
        aria-label={`${title} over time`}
        aria-valuemin={range.from}
        aria-valuemax={range.to}
        aria-valuenow={at}
        aria-valuetext={`${when}: ${said}`}
        onKeyDown={onKeyDown}
        onBlur={() => onCursor(null)}
      >
        {width > 0 && (
          <svg width={width} height={plot.height} aria-hidden="true" className="block overflow-visible">
            <ChartFrame plot={plot} format={format} />
            <Lines plot={plot} series={series} />
            {cursor !== null && <Cursor plot={plot} at={cursor} readings={readings} />}
            <rect
              x={plot.left}
              y={0}
              width={plot.innerWidth}
              height={plot.height}
              fill="transparent"
              onPointerMove={onPointerMove}
              onPointerLeave={() => onCursor(null)}
            />
          </svg>
        )}
      </div>
    </figure>
  )
}

type Reading = ChartSeries & { point: Point | undefined }

/** Under the cursor, or the newest. */
function reading(points: readonly Point[], cursor: number | null, range: TimeRange): Point | undefined {
  return cursor === null ? points.at(-1) : pointAt(points, cursor, range.step)
}

function Lines({ plot, series }: { plot: Plot; series: ChartSeries[] }) {
  return useMemo(
    () =>
      series.map(({ key, color }, index) => {
        const parts = plot.parts[index] ?? []
        return (
          <g key={key}>
            <path d={bandPath(parts, plot.x, plot.y)} fill={color} opacity={0.16} />
            <path
              d={linePath(parts, plot.x, plot.y)}
              fill="none"
              stroke={color}
              strokeWidth={1.75}
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </g>
        )
      }),
    [plot, series],
  )
}

function Cursor({ plot, at, readings }: { plot: Plot; at: number; readings: Reading[] }) {
  const x = plot.x(at)
  return (
    <g>
      <line x1={x} x2={x} y1={0} y2={plot.bottom} stroke="var(--muted-foreground)" strokeDasharray="3 3" />
      {readings.map(({ key, color, point }) =>
        point ? (
          <circle key={key} cx={plot.x(point.at)} cy={plot.y(point.avg)} r={3.5} fill={color} stroke="var(--card)" />
        ) : null,
      )}
    </g>
  )
}
