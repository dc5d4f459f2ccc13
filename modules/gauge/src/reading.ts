import { axisOf, type Base } from '@atalaya/charts/axis'
import type { Formats } from '@atalaya/format/formats'
import { numberText } from '@atalaya/format/number'
import { isBytesMetric, metricFormat, metricNamed, type Numbers, percentOf } from '@atalaya/module-sdk/metrics'

export type Level = 'warning' | 'critical'
/** Bounds of the levels; absent if there is no such bound. */
export type LevelBounds = { warning: number | undefined; critical: number | undefined; isLowBad: boolean }

/** A number as a gauge shows it: between the ends of its arc, with its bounds, all in one unit. */
export type Reading = {
  value: number
  minimum: number
  maximum: number
  bounds: LevelBounds
  /** Undefined if all is well. */
  level: Level | undefined
  text: (value: number) => string
  /** Share with its whole: "3.1 TiB of 3.6 TiB". Empty for other numbers. */
  detail: string
}

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Reads a metric out of an agent's newest numbers. Undefined if it was not measured. */
export function readingOf(
  metric: string,
  numbers: Numbers,
  config: Readonly<Record<string, unknown>>,
  formats: Formats,
): Reading | undefined {
  const raw = numbers[metric]
  if (raw === undefined) return undefined
  const known = metricNamed(metric)
  const percent = percentOf(metric, numbers)
  const isShare = percent !== undefined
  // The catalogue's bounds of a number with a capacity are in per cent of it.
  const catalogueBounds = known?.capacity === undefined || isShare ? known?.bounds : undefined
  const bounds = boundsOf(config, catalogueBounds)
  const value = percent ?? raw
  const format = metricFormat(metric, formats)
  const whole = known?.capacity === undefined ? undefined : numbers[known.capacity]
  return {
    value,
    bounds,
    level: levelOf(value, bounds),
    ...endsOf(value, bounds, config, {
      isPercent: isShare || metric.endsWith('.percent'),
      base: isBytesMetric(metric) ? 1024 : 10,
    }),
    text: isShare ? (share) => `${numberText(share, 1, formats)} %` : format,
    detail: isShare && whole !== undefined ? `${format(raw)} of ${format(whole)}` : '',
  }
}

/** Bounds from the form, else from the catalogue. */
function boundsOf(
  { warning, critical, isLowBad }: Readonly<Record<string, unknown>>,
  catalogueBounds: { warning: number; critical: number } | undefined,
): LevelBounds {
  const formBounds = { warning: numberIn(warning), critical: numberIn(critical), isLowBad: isLowBad === true }
  const hasFormBounds = formBounds.warning !== undefined || formBounds.critical !== undefined || formBounds.isLowBad
  return hasFormBounds || !catalogueBounds ? formBounds : { ...catalogueBounds, isLowBad: false }
}

/** Level of a value. A bound itself counts as beyond. */
export function levelOf(value: number, { warning, critical, isLowBad }: LevelBounds): Level | undefined {
  const isBeyond = (bound: number | undefined) => bound !== undefined && (isLowBad ? value <= bound : value >= bound)
  if (isBeyond(critical)) return 'critical'
  return isBeyond(warning) ? 'warning' : undefined
}

function endsOf(
  value: number,
  { warning, critical }: LevelBounds,
  { minimum, maximum }: Readonly<Record<string, unknown>>,
  { isPercent, base }: { isPercent: boolean; base: Base },
) {
  const marks = [value, warning, critical].filter((mark) => mark !== undefined)
  const low = numberIn(minimum) ?? Math.min(0, ...marks)
  const round = axisOf({ min: Math.min(0, low), max: Math.max(...marks) }, { base }).high
  const high = numberIn(maximum) ?? (isPercent ? Math.max(100, value) : round)
  // A minimum above the maximum makes no arc.
  return { minimum: low, maximum: high > low ? high : low + 1 }
}
