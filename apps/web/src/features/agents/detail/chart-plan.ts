import { type Point, spreadOf, usualStep } from '@atalaya/charts/series'
import type { Bounds } from '@atalaya/contract/metric-bounds'
import { type MetricUnit, metricNamed } from '@atalaya/contract/metrics'
import type { Range } from '@atalaya/contract/telemetry'
import type { ChartData, ChartSeries } from '#web/features/agents/chart/plot.ts'
import { baseOf, formatOf, metricOf, metricPoints, ticksOf } from '#web/features/agents/metrics.ts'

type Plan = {
  key: string
  title: string
  lines: { metric: string; name: string; color: ChartSeries['color'] }[]
}

const SYSTEM_CHARTS: Plan[] = [
  { key: 'cpu', title: 'CPU', lines: [{ metric: 'cpu.percent', name: 'Used', color: 'var(--chart-1)' }] },
  { key: 'memory', title: 'Memory', lines: [{ metric: 'memory.used', name: 'Used', color: 'var(--chart-2)' }] },
  { key: 'disk', title: 'Disk', lines: [{ metric: 'disk.used', name: 'Used', color: 'var(--chart-4)' }] },
  {
    key: 'network',
    title: 'Network',
    lines: [
      { metric: 'network.received', name: 'Received', color: 'var(--chart-3)' },
      { metric: 'network.sent', name: 'Sent', color: 'var(--chart-6)' },
    ],
  },
]

/** Metrics, and beside them those that say how much there is in all. */
const withCapacity = (metrics: readonly string[]) => [
  ...new Set(metrics.flatMap((name) => [name, metricNamed(name)?.capacity ?? name])),
]

const LINES = SYSTEM_CHARTS.flatMap(({ lines }) => lines.map(({ metric }) => metric))
/** What the four standard charts are drawn from. */
const SYSTEM_CHART_METRICS = withCapacity(LINES)

/** All metrics to ask for: the standard ones and those added by hand. */
export const metricsToLoad = (added: readonly string[]) => withCapacity([...LINES, ...added])

/** Metrics that the agent sent and that no standard chart shows. */
export const otherMetrics = (sent: readonly string[]) => sent.filter((name) => !SYSTEM_CHART_METRICS.includes(name))

const addedChart = (metric: string): Plan => ({
  key: metric,
  title: metricOf(metric).title,
  lines: [{ metric, name: 'Value', color: 'var(--chart-5)' }],
})

export type Chart = {
  key: string
  title: string
  data: ChartData
  stepMs: number
  format: (value: number) => string
}

/** What was measured a week before, and how far it is to be moved to lie under this week's. */
export type Past = { range: Range; shiftMs: number }

const moved = (points: readonly Point[], ms: number) => points.map((point) => ({ ...point, at: point.at + ms }))

/** Bounds of a metric as amounts, where the catalogue gives them in per cent of what there is in all. */
function boundsOf(metric: string, whole: number | undefined): Bounds | undefined {
  const { bounds, capacity } = metricNamed(metric) ?? {}
  if (!bounds || capacity === undefined) return bounds
  if (whole === undefined) return undefined
  return { warning: (bounds.warning * whole) / 100, critical: (bounds.critical * whole) / 100 }
}

/** Where the axis ends: percentages at 100, amounts at the most there was in all. */
function topOf(unit: MetricUnit, capacity: readonly Point[]): number | undefined {
  if (unit === 'percent') return 100
  return spreadOf(capacity).most || undefined
}

function chartOf({ key, title, lines }: Plan, range: Range, past: Past | undefined): Chart {
  const now = lines.map((line) => ({ ...line, key: line.metric, points: metricPoints(range, line.metric) }))
  const before = lines.map((line) => ({
    ...line,
    key: `${line.metric} before`,
    name: `${line.name} a week before`,
    points: past ? moved(metricPoints(past.range, line.metric), past.shiftMs) : [],
    isPast: true,
  }))
  const metric = lines[0]?.metric ?? ''
  const { unit } = metricOf(metric)
  const whole = metricNamed(metric)?.capacity
  const capacity = whole === undefined ? [] : metricPoints(range, whole)
  const to = range.from + range.counts.length * range.stepMs
  const step = Math.max(...now.map(({ points }) => usualStep(points, range.stepMs)))
  return {
    key,
    title,
    data: {
      series: past ? [...now, ...before] : now,
      range: { from: range.from, to, step },
      max: topOf(unit, capacity),
      base: baseOf(unit),
      ticks: (most) => ticksOf(unit, most),
      capacity,
      bounds: boundsOf(metric, capacity.at(-1)?.avg),
    },
    stepMs: range.stepMs,
    format: formatOf(unit),
  }
}

/** The charts of a range: the four standard ones, then one for each metric added. */
export const chartsOf = (range: Range, added: readonly string[], past?: Past): Chart[] =>
  [...SYSTEM_CHARTS, ...added.map(addedChart)].map((plan) => chartOf(plan, range, past))
