import { medianStep, type Point, spreadOf } from '@atalaya/charts/series'
import type { Bounds } from '@atalaya/contract/metric-bounds'
import { type MetricUnit, metricNamed } from '@atalaya/contract/metrics'
import type { Formats } from '@atalaya/format/formats'
import type { ChartData } from '#web/features/agents/chart/plot.ts'
import type { Plan } from '#web/features/agents/detail/chart-plan.ts'
import { baseOf, formatOf, metricOf, metricPoints, ticksOf } from '#web/features/agents/metrics.ts'
import type { MachineRange } from '#web/features/agents/telemetry.queries.ts'

export type Chart = {
  key: string
  title: string
  data: ChartData
  stepMs: number
  format: (value: number) => string
}

/** Data of the week before, and the offset that aligns it with the shown time. */
export type WeekBefore = { machines: readonly MachineRange[]; shiftMs: number }

/** Options for drawing, independent of the data. */
export type Drawing = { weekBefore?: WeekBefore | undefined; formats: Formats }

/** One machine's values of the week before, shifted to the shown time. */
export function weekBeforePoints(weekBefore: WeekBefore | undefined, agentId: string, metric: string): Point[] {
  const range = weekBefore?.machines.find((machine) => machine.agentId === agentId)?.range
  if (!weekBefore || !range) return []
  return metricPoints(range, metric).map((point) => ({ ...point, at: point.at + weekBefore.shiftMs }))
}

/** Capacity of a metric over time; empty if it has none. */
export function capacityOf(range: MachineRange['range'], metric: string): Point[] {
  const capacity = metricNamed(metric)?.capacity
  return capacity === undefined ? [] : metricPoints(range, capacity)
}

/** Bounds of a metric in its own unit; the catalogue may have them in percent of the capacity. */
export function boundsOf(metric: string, capacityNow: number | undefined): Bounds | undefined {
  const { bounds, capacity } = metricNamed(metric) ?? {}
  if (!bounds || capacity === undefined) return bounds
  if (capacityNow === undefined) return undefined
  return { warning: (bounds.warning * capacityNow) / 100, critical: (bounds.critical * capacityNow) / 100 }
}

/** Top of the axis: 100 for percentages, the largest capacity for amounts. */
export function topOf(unit: MetricUnit, capacity: readonly Point[]): number | undefined {
  if (unit === 'percent') return 100
  return spreadOf(capacity).max || undefined
}

/** Axis and number formats of a unit. */
export const axisFormatsOf = (unit: MetricUnit, formats: Formats): Pick<ChartData, 'base' | 'ticks' | 'formats'> => ({
  base: baseOf(unit),
  ticks: (max) => ticksOf(unit, max, formats),
  formats,
})

/** Chart of some metrics of one machine, all of one unit. */
export function machineChart(
  { key, title, lines }: Plan,
  { agentId, range }: MachineRange,
  { weekBefore, formats }: Drawing,
): Chart {
  const current = lines.map((line) => {
    const points = metricPoints(range, line.metric)
    const step = medianStep(points, range.stepMs)
    return { ...line, key: line.metric, points, step, capacity: capacityOf(range, line.metric) }
  })
  const weekBeforeSeries = current.map(({ metric, name, color, step }) => ({
    key: `${metric} before`,
    name: `${name} a week before`,
    color,
    step,
    points: weekBeforePoints(weekBefore, agentId, metric),
    isWeekBefore: true,
  }))
  const metric = lines[0]?.metric ?? ''
  const { unit } = metricOf(metric)
  // Several lines have different capacities, so none is drawn.
  const capacity = current.length === 1 ? (current[0]?.capacity ?? []) : []
  const to = range.from + range.counts.length * range.stepMs
  const step = Math.max(...current.map((series) => series.step))
  return {
    key,
    title,
    data: {
      series: weekBefore ? [...current, ...weekBeforeSeries] : current,
      range: { from: range.from, to, step },
      max: topOf(unit, capacity),
      capacity,
      bounds: boundsOf(metric, capacity.at(-1)?.avg),
      ...axisFormatsOf(unit, formats),
    },
    stepMs: range.stepMs,
    format: formatOf(unit, formats),
  }
}
