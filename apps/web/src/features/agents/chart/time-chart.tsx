import { cursorAfter, type TimeSpan } from '@atalaya/charts/cursor'
import { instantText } from '@atalaya/format/chart-time'
import { type KeyboardEvent, useId, useMemo } from 'react'
import { ChartFrame } from '#web/features/agents/chart/chart-frame.tsx'
import { ChartLegend } from '#web/features/agents/chart/chart-legend.tsx'
import { ChartLines } from '#web/features/agents/chart/chart-lines.tsx'
import { ChartMarks } from '#web/features/agents/chart/chart-marks.tsx'
import { ChartNotes } from '#web/features/agents/chart/chart-notes.tsx'
import { type ChartMark, marksAt } from '#web/features/agents/chart/marks.ts'
import { type ChartData, type Plot, plotOf } from '#web/features/agents/chart/plot.ts'
import { type ChartReading, readingsOf, readingsText } from '#web/features/agents/chart/readings.ts'
import { usePlotPointer } from '#web/features/agents/chart/use-plot-pointer.ts'
import { useWidth } from '#web/features/agents/chart/use-width.ts'

type TimeChartProps = {
  title: string
  data: ChartData
  marks: readonly ChartMark[]
  format: (value: number) => string
  /** Instant shared by all charts of a page; null for the newest. */
  cursor: number | null
  onCursor: (at: number | null) => void
  onZoom: (span: TimeSpan) => void
}

/**
 * Line chart with the spread of each step as a band, and gaps where nothing was measured. The plot is a slider for the
 * keyboard and for screen readers: the arrows move through time and the values are announced.
 */
export function TimeChart({ title, data, marks, format, cursor, onCursor, onZoom }: TimeChartProps) {
  const { series, range } = data
  const { ref, width } = useWidth()
  const titleId = useId()
  const plot = useMemo(() => plotOf(data, width), [data, width])
  const pointer = usePlotPointer(range, plot.left, { onCursor, onZoom })
  const at = cursor ?? range.to
  const readings = readingsOf({ ...data, format }, cursor)
  const marksAtCursor = marksAt(marks, cursor, range.step)
  const shownAt = cursor ?? readings.find(({ point }) => point)?.point?.at
  const instant = shownAt === undefined ? 'Nothing was measured in this time' : instantText(shownAt, data.formats)
  const when = [instant, ...marksAtCursor.map(({ text }) => text)].join(' · ')

  function onKeyDown(event: KeyboardEvent) {
    const next = cursorAfter(event.key, at, range)
    if (next === undefined) return
    event.preventDefault()
    onCursor(next)
  }

  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby={titleId}>
      <figcaption className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <h3 id={titleId} className="font-medium text-sm">
          {title}
        </h3>
        <ChartLegend when={cursor === null && shownAt !== undefined ? `Newest: ${when}` : when} readings={readings} />
      </figcaption>
      <div
        ref={ref}
        className="h-40 select-none rounded-md"
        role="slider"
        tabIndex={0}
        aria-label={`${title} over time`}
        aria-valuemin={range.from}
        aria-valuemax={range.to}
        aria-valuenow={at}
        aria-valuetext={`${when}: ${readingsText(readings)}`}
        onKeyDown={onKeyDown}
        onBlur={() => onCursor(null)}
      >
        {width > 0 && (
          <svg width={width} height={plot.height} aria-hidden="true" className="block overflow-visible">
            <ChartFrame plot={plot} />
            <ChartLines plot={plot} series={series} />
            <ChartMarks plot={plot} marks={marks} />
            {pointer.drag && <SelectedSpan plot={plot} span={pointer.drag} />}
            {cursor !== null && <Cursor plot={plot} at={cursor} readings={readings} />}
            <rect
              y={0}
              width={plot.left + plot.innerWidth}
              height={plot.height}
              fill="transparent"
              className="touch-pan-y"
              {...pointer.handlers}
            />
          </svg>
        )}
      </div>
      <ChartNotes data={data} format={format} />
    </figure>
  )
}

/** Time range selected by dragging the mouse. */
function SelectedSpan({ plot, span }: { plot: Plot; span: TimeSpan }) {
  const [start = 0, end = 0] = [plot.x(span.from), plot.x(span.to)].sort((a, b) => a - b)
  return <rect x={start} y={0} width={end - start} height={plot.bottom} fill="var(--primary)" opacity={0.15} />
}

function Cursor({ plot, at, readings }: { plot: Plot; at: number; readings: ChartReading[] }) {
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
