import { type MetricUnit, type Range, SYSTEM_METRICS } from '@atalaya/contract/telemetry'
import type { Point } from '#web/features/agents/chart/series.ts'
import { bytes, bytesPerSecond, duration, percent } from '#web/features/agents/units.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

const FORMATS: Record<MetricUnit, (value: number) => string> = {
  percent,
  bytes,
  'bytes/s': bytesPerSecond,
  seconds: duration,
  celsius: (value) => `${value.toFixed(1)} °C`,
  number: (value) => number.format(value),
}

type Metric = { title: string; unit: MetricUnit }

/** A number that an agent made up itself is shown under its own name. */
export function metricOf(name: string): Metric {
  const known: Record<string, Metric> = SYSTEM_METRICS
  return known[name] ?? { title: name, unit: 'number' }
}

export const formatOf = (unit: MetricUnit) => FORMATS[unit]

export const baseOf = (unit: MetricUnit) => (unit === 'bytes' || unit === 'bytes/s' ? 1024 : 10)

/** The points of one metric of a range; slots without a sample are left out. */
export function pointsOf({ from, stepMs, series }: Pick<Range, 'from' | 'stepMs' | 'series'>, metric: string): Point[] {
  const found = series.find((one) => one.metric === metric)
  return (found?.avg ?? []).flatMap((avg, slot) => {
    if (avg === null) return []
    return [{ at: from + slot * stepMs, avg, min: found?.min[slot] ?? avg, max: found?.max[slot] ?? avg }]
  })
}

/**
 * How far apart the points of a series usually are: an agent that reports less often than there are slots leaves most
 * of them empty, and that is no gap.
 */
export function usualStep(points: readonly Point[], stepMs: number): number {
  const distances = points.slice(1).map((point, index) => point.at - (points[index]?.at ?? point.at))
  const median = distances.sort((a, b) => a - b)[distances.length >> 1]
  return Math.max(stepMs, median ?? 0)
}

/** Numbers of one instant, by metric. */
export type Numbers = Partial<Record<string, number>>

/** The newest value of each metric of a range. */
export function latestOf(range: Pick<Range, 'from' | 'stepMs' | 'series'>): Numbers {
  return Object.fromEntries(range.series.map(({ metric }) => [metric, pointsOf(range, metric).at(-1)?.avg]))
}

/** A part of a whole in percent, where both are known. */
export function share(part: number | undefined, whole: number | undefined): number | undefined {
  return part !== undefined && whole ? (part / whole) * 100 : undefined
}
