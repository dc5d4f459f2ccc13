import { medianStep } from '@atalaya/charts/series'
import type { ChartSeries } from '#web/features/agents/chart/plot.ts'
import { colorAndNumber } from '#web/features/agents/detail/chart-plan.ts'
import {
  axisFormatsOf,
  boundsOf,
  type Chart,
  capacityOf,
  type Drawing,
  topOf,
  weekBeforePoints,
} from '#web/features/agents/detail/machine-chart.ts'
import { formatOf, metricOf, metricPoints } from '#web/features/agents/metrics.ts'
import type { MachineRange } from '#web/features/agents/telemetry.queries.ts'

function seriesOf(metric: string, { agentId, name, range }: MachineRange, n: number): ChartSeries {
  const points = metricPoints(range, metric)
  return {
    key: agentId,
    name,
    ...colorAndNumber(n),
    points,
    step: medianStep(points, range.stepMs),
    capacity: capacityOf(range, metric),
    isUnknown: !range.metrics.includes(metric),
  }
}

/** One metric of several machines: a line each, on one axis. */
export function comparedChart(
  { metric, title }: { metric: string; title: string },
  machines: readonly MachineRange[],
  { weekBefore, formats }: Drawing,
): Chart {
  const current = machines.map((machine, n) => seriesOf(metric, machine, n))
  const weekBeforeSeries = current.flatMap(({ key, name, color, step }) => {
    const points = weekBeforePoints(weekBefore, key, metric)
    return points.length > 0
      ? [{ key: `${key} before`, name: `${name} a week before`, color, step, points, isWeekBefore: true }]
      : []
  })
  const { unit } = metricOf(metric)
  const ranges = machines.map(({ range }) => range)
  const stepMs = Math.max(...ranges.map((range) => range.stepMs))
  return {
    key: metric,
    title,
    data: {
      series: [...current, ...weekBeforeSeries],
      range: {
        from: Math.min(...ranges.map(({ from }) => from)),
        to: Math.max(...ranges.map((range) => range.from + range.counts.length * range.stepMs)),
        step: Math.max(...current.map(({ step }) => step)),
      },
      max: topOf(unit, []),
      capacity: [],
      bounds: boundsOf(metric, undefined),
      markedMachine: machines[0]?.name,
      ...axisFormatsOf(unit, formats),
    },
    stepMs,
    format: formatOf(unit, formats),
  }
}
