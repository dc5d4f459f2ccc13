import { type Point, pointsOf } from '@atalaya/charts/series'
import { type Metric, type MetricUnit, metricNamed, type Numbers } from '@atalaya/contract/metrics'
import type { Range } from '@atalaya/contract/telemetry'
import { bytesPerSecondText, bytesText } from '@atalaya/format/bytes'
import { durationText } from '@atalaya/format/duration'
import type { Formats } from '@atalaya/format/formats'
import { fixedText, numberText, percentText } from '@atalaya/format/number'
import { byteTicks, durationTicks, tickText } from '@atalaya/format/ticks'

const FORMATS: Record<MetricUnit, (value: number, formats: Formats) => string> = {
  percent: percentText,
  bytes: bytesText,
  'bytes/s': bytesPerSecondText,
  seconds: durationText,
  celsius: (value, formats) => `${fixedText(value, 1, formats)} °C`,
  number: (value, formats) => numberText(value, 2, formats),
}

const TICK_UNITS = { percent: ' %', celsius: ' °C', number: '' }

/** Key for all parts of a metric, such as each disk: `disk.used:`. */
export const allPartsOf = (whole: string) => `${whole}:`

/** Metric of such a key: `disk.used` for `disk.used:`. Undefined for other names. */
export const wholeOf = (name: string): string | undefined => (name.endsWith(':') ? name.slice(0, -1) : undefined)

/** Title and unit. A custom metric of an agent has its name as title. */
export function metricOf(name: string): Pick<Metric, 'title' | 'unit'> {
  const whole = metricNamed(wholeOf(name) ?? name)
  if (!whole) return { title: name, unit: 'number' }
  return wholeOf(name) === undefined ? whole : { title: `${whole.title}, each`, unit: whole.unit }
}

export const formatOf = (unit: MetricUnit, formats: Formats) => (value: number) => FORMATS[unit](value, formats)

/** Base of the axis: ticks of bytes fall on powers of two, other ticks on round decimals. */
export const baseOf = (unit: MetricUnit) => (unit === 'bytes' || unit === 'bytes/s' ? 1024 : 10)

/** Formats the ticks of an axis up to `max`, all in one unit. `size` is that unit's size, if it is not 1. */
export function ticksOf(
  unit: MetricUnit,
  max: number,
  formats: Formats,
): { size?: number; text: (tick: number) => string } {
  if (unit === 'seconds') return durationTicks(max, formats)
  const text = byteTicks(max, formats)
  if (unit === 'bytes') return { text }
  if (unit === 'bytes/s') return { text: (tick) => `${text(tick)}/s` }
  return { text: (tick) => `${tickText(tick, formats)}${TICK_UNITS[unit]}` }
}

export function metricPoints(
  { from, stepMs, series }: Pick<Range, 'from' | 'stepMs' | 'series'>,
  metric: string,
): Point[] {
  const { avg = [], min, max } = series.find((entry) => entry.metric === metric) ?? {}
  return pointsOf({ from, stepMs, avg, min, max })
}

/** Newest value of each metric in a range. */
export function latestOf(range: Pick<Range, 'from' | 'stepMs' | 'series'>): Numbers {
  return Object.fromEntries(range.series.map(({ metric }) => [metric, metricPoints(range, metric).at(-1)?.avg]))
}

/** Percentage of a part in its whole, if both numbers are known. */
export function percentageOf(part: number | undefined, whole: number | undefined): number | undefined {
  return part !== undefined && whole ? (part / whole) * 100 : undefined
}
