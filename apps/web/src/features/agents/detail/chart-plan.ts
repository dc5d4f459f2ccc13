import { usualStep } from '@atalaya/charts/series'
import type { Range } from '@atalaya/contract/telemetry'
import type { ChartSeries } from '#web/features/agents/chart/plot.ts'
import { baseOf, formatOf, latestOf, metricOf, metricPoints } from '#web/features/agents/metrics.ts'

type Plan = {
  key: string
  title: string
  lines: { metric: string; name: string; color: ChartSeries['color'] }[]
  /** A metric whose newest value is the top of the axis, or a number. */
  top?: string | number
}

const SYSTEM_CHARTS: Plan[] = [
  {
    key: 'cpu',
    title: 'CPU',
    lines: [{ metric: 'cpu.percent', name: 'Used', color: 'var(--chart-1)' }],
    top: 100,
  },
  {
    key: 'memory',
    title: 'Memory',
    lines: [{ metric: 'memory.used', name: 'Used', color: 'var(--chart-2)' }],
    top: 'memory.total',
  },
  {
    key: 'disk',
    title: 'Disk',
    lines: [{ metric: 'disk.used', name: 'Used', color: 'var(--chart-4)' }],
    top: 'disk.total',
  },
  {
    key: 'network',
    title: 'Network',
    lines: [
      { metric: 'network.received', name: 'Received', color: 'var(--chart-3)' },
      { metric: 'network.sent', name: 'Sent', color: 'var(--chart-6)' },
    ],
  },
]

/** What the four standard charts are drawn from. */
const SYSTEM_CHART_METRICS = [
  ...SYSTEM_CHARTS.flatMap(({ lines }) => lines.map(({ metric }) => metric)),
  ...SYSTEM_CHARTS.flatMap(({ top }) => (typeof top === 'string' ? [top] : [])),
]

/** All metrics to ask for: the standard ones and those added by hand. */
export const metricsToLoad = (added: readonly string[]) => [...new Set([...SYSTEM_CHART_METRICS, ...added])]

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
  series: ChartSeries[]
  max: number | undefined
  base: 10 | 1024
  format: (value: number) => string
  range: { from: number; to: number; step: number }
}

/** The charts of a range: the four standard ones, then one for each metric added. */
export function chartsOf(range: Range, added: readonly string[]): Chart[] {
  const latest = latestOf(range)
  const to = range.from + range.counts.length * range.stepMs
  return [...SYSTEM_CHARTS, ...added.map(addedChart)].map(({ key, title, lines, top }) => {
    const series = lines.map(({ metric, name, color }) => ({
      key: metric,
      name,
      color,
      points: metricPoints(range, metric),
    }))
    const unit = metricOf(lines[0]?.metric ?? '').unit
    const step = Math.max(...series.map(({ points }) => usualStep(points, range.stepMs)))
    const max = typeof top === 'string' ? latest[top] : top
    return {
      key,
      title,
      series,
      max,
      base: baseOf(unit),
      format: formatOf(unit),
      range: { from: range.from, to, step },
    }
  })
}
