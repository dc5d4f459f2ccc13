import type { Base, Spread, Ticks } from '@atalaya/charts/axis'
import { bytesPerSecondText, bytesText } from '@atalaya/format/bytes'
import { durationText } from '@atalaya/format/duration'
import type { Formats } from '@atalaya/format/formats'
import { digitsText, numberText } from '@atalaya/format/number'
import { dayTimeText } from '@atalaya/format/short'
import { byteTicks, durationTicks, tickText } from '@atalaya/format/ticks'
import { timeText } from '@atalaya/format/time'

const DAY_MS = 86_400_000

/** Titles of what the reference agent measures; a number of one's own goes by its name. */
const titles: Record<string, string> = {
  'cpu.percent': 'CPU',
  'load.1': 'Load, 1 min',
  'load.5': 'Load, 5 min',
  'load.15': 'Load, 15 min',
  'memory.used': 'Memory used',
  'memory.total': 'Memory',
  'swap.used': 'Swap used',
  'swap.total': 'Swap',
  'disk.used': 'Disk used',
  'disk.total': 'Disk',
  'network.received': 'Received',
  'network.sent': 'Sent',
  'uptime.seconds': 'Uptime',
  'processes.count': 'Processes',
  'temperature.celsius': 'Temperature',
}

/** A number of one part of a machine: `disk.used:srv` is of the disk `srv`. */
const wholeOf = (metric: string): string => metric.replace(/:.*/, '')

export function titleOf(metric: string): string {
  const title = titles[wholeOf(metric)]
  if (title === undefined) return metric
  return [title, ...metric.split(':').slice(1)].join(', ')
}

const isBytes = (metric: string) => /^(memory|swap|disk|network)\./.test(metric)

/** Round bytes are powers of two. */
export const baseOf = (metric: string): Base => (isBytes(metric) ? 1024 : 10)

/** What an axis must cover: percentages go from 0 to 100, so that a quiet machine's are not blown up to fill it. */
export function valuesOf(metric: string, { least, most }: Spread): Spread {
  return wholeOf(metric).endsWith('.percent')
    ? { least: Math.min(0, least), most: Math.max(100, most) }
    : { least, most }
}

/** How the values of a metric are written; the ends of names tell the units, of one's own numbers too. */
export function formatOf(name: string, formats: Formats): (value: number) => string {
  const metric = wholeOf(name)
  if (metric.endsWith('.percent')) return (value) => `${numberText(value, 1, formats)} %`
  if (metric.endsWith('.celsius')) return (value) => `${numberText(value, 1, formats)} °C`
  if (metric.endsWith('.seconds')) return durationText
  if (metric.startsWith('network.')) return (value) => bytesPerSecondText(value, formats)
  if (isBytes(metric)) return (value) => bytesText(value, formats)
  return (value) => digitsText(value, 4, formats)
}

/** How the ticks of an axis up to `most` are written: all in one unit. */
export const ticksOf =
  (name: string, formats: Formats): Ticks =>
  (most) => {
    const metric = wholeOf(name)
    if (metric.endsWith('.seconds')) return durationTicks(most, formats)
    if (metric.endsWith('.percent')) return { text: (tick) => `${tickText(tick, formats)} %` }
    if (metric.endsWith('.celsius')) return { text: (tick) => `${tickText(tick, formats)} °C` }
    if (!isBytes(metric)) return { text: (tick) => tickText(tick, formats) }
    const text = byteTicks(most, formats)
    return { text: metric.startsWith('network.') ? (tick) => `${text(tick)}/s` : text }
  }

/** A time of day, with the date where the span is longer than one. */
export const timeOf = (at: number, spanMs: number, formats: Formats): string =>
  spanMs > DAY_MS ? dayTimeText(at, formats) : timeText(at, formats)
