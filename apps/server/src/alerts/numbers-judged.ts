import type { AlertCondition } from '@atalaya/contract/alert-rules'
import { metricNamed } from '@atalaya/contract/metrics'
import type { Minute, NewestMinutes } from '#server/telemetry/newest-minutes.ts'
import type { Observation } from './machine.ts'

export type MetricCondition = Extract<AlertCondition, { kind: 'metric' }>

/** Positions of a rule's metric and its capacity in the samples of a set of metrics. Null if the set lacks one. */
type Columns = { value: number; capacity: number | undefined } | null

const CACHE_MAX = 10_000

/** Compares a value, in the rule's unit, with the rule's bounds. The alert ends at `endBound`, by default `bound`. */
export function judgeValue(
  value: number,
  { is, value: bound }: MetricCondition,
  endBound: number | undefined,
): Observation {
  const sign = is === 'above' ? 1 : -1
  if (value * sign > bound * sign) return 'bad'
  return value * sign <= (endBound ?? bound) * sign ? 'good' : 'between'
}

/** Reads the metrics of rules from the newest minutes. */
export function createNumberReader(minutes: Pick<NewestMinutes, 'of' | 'namesOf'>) {
  const cache = new Map<string, Columns>()

  function columnsOf(metric: string, setId: number): Columns {
    const key = `${setId} ${metric}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const names = minutes.namesOf(setId)
    const value = names.indexOf(metric)
    const capacityName = metricNamed(metric)?.capacity
    const capacity = capacityName === undefined ? undefined : names.indexOf(capacityName)
    const columns = value === -1 || capacity === -1 ? null : { value, capacity }
    if (cache.size >= CACHE_MAX) cache.clear()
    // The result is not cached while the names of the set are unknown.
    if (names.length > 0) cache.set(key, columns)
    return columns
  }

  function valueIn({ setId, avg }: Minute, metric: string): number | undefined {
    const columns = columnsOf(metric, setId)
    const value = columns ? avg[columns.value] : undefined
    if (value === undefined || columns?.capacity === undefined) return value
    const capacity = avg[columns.capacity]
    return capacity ? (value / capacity) * 100 : undefined
  }

  /** Newest average over a minute, in the unit of the metric's bounds; undefined if there is no recent one. */
  return (ref: number, metric: string): number | undefined => {
    let newest: { at: number; value: number } | undefined
    for (const minute of minutes.of(ref)) {
      const value = newest && newest.at >= minute.at ? undefined : valueIn(minute, metric)
      if (value !== undefined) newest = { at: minute.at, value }
    }
    return newest?.value
  }
}
export type NumberOf = ReturnType<typeof createNumberReader>
