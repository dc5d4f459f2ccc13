import type { Base, Spread, Ticks } from '@atalaya/charts/axis'
import type { Formats } from '@atalaya/format/formats'
import { dayTimeText } from '@atalaya/format/short'
import { byteTicks, durationTicks, tickText } from '@atalaya/format/ticks'
import { timeText } from '@atalaya/format/time'
import { isBytesMetric, wholeMetric } from '@atalaya/module-sdk/metrics'

const DAY_MS = 86_400_000

/** Round bytes are powers of two. */
export const baseOf = (metric: string): Base => (isBytesMetric(metric) ? 1024 : 10)

/**
 * Values that an axis must cover. Percentages go from 0 to 100, so that small changes of a quiet machine look small.
 */
export function valuesOf(metric: string, { min, max }: Spread): Spread {
  return wholeMetric(metric).endsWith('.percent') ? { min: Math.min(0, min), max: Math.max(100, max) } : { min, max }
}

/** Formatter for the ticks of an axis up to `max`, all in one unit. */
export const ticksOf =
  (name: string, formats: Formats): Ticks =>
  (max) => {
    const metric = wholeMetric(name)
    if (metric.endsWith('.seconds')) return durationTicks(max, formats)
    if (metric.endsWith('.percent')) return { text: (tick) => `${tickText(tick, formats)} %` }
    if (metric.endsWith('.celsius')) return { text: (tick) => `${tickText(tick, formats)} °C` }
    if (!isBytesMetric(metric)) return { text: (tick) => tickText(tick, formats) }
    const text = byteTicks(max, formats)
    return { text: metric.startsWith('network.') ? (tick) => `${text(tick)}/s` : text }
  }

/** A time of day, with the date if the span is longer than one. */
export const timeOf = (at: number, spanMs: number, formats: Formats): string =>
  spanMs > DAY_MS ? dayTimeText(at, formats) : timeText(at, formats)
