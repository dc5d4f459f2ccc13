import { CORES_MAX, metricNamed, partOf } from '@atalaya/contract/metrics'
import type { ChartSeries } from '#web/features/agents/chart/plot.ts'
import { allPartsOf, metricOf, wholeOf } from '#web/features/agents/metrics.ts'

/** Plan of one chart: metrics of one unit. */
export type Plan = {
  key: string
  title: string
  lines: (Pick<ChartSeries, 'name' | 'color' | 'number'> & { metric: string })[]
}

const STANDARD_CHARTS: Plan[] = [
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

/** Metrics, together with their capacity metrics. */
const withCapacity = (metrics: readonly string[]) => [
  ...new Set(metrics.flatMap((name) => [name, capacityMetricOf(name)])),
]

function capacityMetricOf(name: string): string {
  const whole = wholeOf(name)
  if (whole === undefined) return metricNamed(name)?.capacity ?? name
  return allPartsOf(metricNamed(whole)?.capacity ?? whole)
}

const STANDARD_METRICS = STANDARD_CHARTS.flatMap(({ lines }) => lines.map(({ metric }) => metric))
/** Metrics of the four standard charts, with their capacity metrics. */
const STANDARD_CHART_METRICS = withCapacity(STANDARD_METRICS)

/** Metrics to request: the standard ones and the added ones. */
export const metricsToLoad = (added: readonly string[]) => withCapacity([...STANDARD_METRICS, ...added])

/** Sent metrics without a standard chart; the parts of one metric count as one. */
export function otherMetrics(sent: readonly string[]): string[] {
  const names = sent.map((name) => {
    const part = partOf(name)
    return part && metricNamed(name) ? allPartsOf(part.whole) : name
  })
  return [...new Set(names)].filter((name) => !STANDARD_CHART_METRICS.includes(name))
}

const addedChart = (metric: string): Plan => ({
  key: metric,
  title: metricOf(metric).title,
  lines: [{ metric, name: 'Value', color: 'var(--chart-5)' }],
})

/** Numeric order: `cpu10` comes after `cpu9`. */
const byNumber = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })

/** One line for each part of a metric such as `cpu.percent:`, identified by name and number. */
function partsChart(name: string, sent: readonly string[]): Plan {
  const parts = sent
    .filter((metric) => metric.startsWith(name))
    .sort(byNumber)
    .slice(0, CORES_MAX)
  const lines = parts.map((metric, n) => ({ metric, name: partOf(metric)?.part ?? metric, ...colorAndNumber(n) }))
  return { key: name, title: metricOf(name).title, lines }
}

/** Number of colours; further lines repeat them, and their numbers identify them. */
const COLOURS = 8

/** Colour and number of the nth line. */
export const colorAndNumber = (n: number): Required<Pick<ChartSeries, 'color' | 'number'>> => ({
  color: `var(--chart-${(n % COLOURS) + 1})` as ChartSeries['color'],
  number: n + 1,
})

/** Four standard charts, then one for each added metric. A metric by parts has no chart if no part was sent. */
export function plansOf(added: readonly string[], sent: readonly string[]): Plan[] {
  const addedCharts = added.map((name) => (wholeOf(name) === undefined ? addedChart(name) : partsChart(name, sent)))
  return [...STANDARD_CHARTS, ...addedCharts].filter(({ lines }) => lines.length > 0)
}
