import { metricNamed } from '@atalaya/contract/metrics'
import { bytesPerSecondText, bytesText } from '@atalaya/format/bytes'
import { durationText } from '@atalaya/format/duration'
import type { Formats } from '@atalaya/format/formats'
import { digitsText, numberText } from '@atalaya/format/number'

// biome-ignore lint/performance/noBarrelFile: modules do not see the contract itself.
export { metricNamed, type Numbers, percentOf } from '@atalaya/contract/metrics'

/** A custom metric of an agent has its name as title. */
export const metricTitle = (name: string): string => metricNamed(name)?.title ?? name

/** `disk.used` of `disk.used:srv`, the number of one part of a machine. */
export const wholeMetric = (name: string): string => name.replace(/:.*/, '')

export const isBytesMetric = (name: string): boolean => /^(memory|swap|disk|network)\./.test(name)

/** Formatter for the values of a metric. The ends of names give the units, also for an agent's own numbers. */
export function metricFormat(name: string, formats: Formats): (value: number) => string {
  const metric = wholeMetric(name)
  if (metric.endsWith('.percent')) return (value) => `${numberText(value, 1, formats)} %`
  if (metric.endsWith('.celsius')) return (value) => `${numberText(value, 1, formats)} °C`
  if (metric.endsWith('.seconds')) return durationText
  if (metric.startsWith('network.')) return (value) => bytesPerSecondText(value, formats)
  if (isBytesMetric(metric)) return (value) => bytesText(value, formats)
  return (value) => digitsText(value, 4, formats)
}
