import { metricNamed } from '@atalaya/contract/metrics'
import type { ChartSeries } from '#web/features/agents/chart/plot.ts'
import { metricOf } from '#web/features/agents/metrics.ts'

/** What a chart draws of a machine: numbers of one unit. */
export type Plan = {
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

/** The four standard charts, then one for each metric added. */
export const plansOf = (added: readonly string[]): Plan[] => [...SYSTEM_CHARTS, ...added.map(addedChart)]
