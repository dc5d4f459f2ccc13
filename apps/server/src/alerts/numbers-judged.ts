import type { AlertCondition } from '@atalaya/contract/alert-rules'
import { metricNamed } from '@atalaya/contract/metrics'
import type { Minute, NewestMinutes } from '#server/telemetry/newest-minutes.ts'
import type { Seen } from './machine.ts'

export type MetricCondition = Extract<AlertCondition, { kind: 'metric' }>

/** Positions of a rule's metric (`n`) and its capacity (`of`) in the samples of a set of metrics. */
type Place = { n: number; of: number | undefined } | null

const PLACES_MAX = 10_000

/** Compares a value, in the rule's unit, with the rule's bounds. */
export function judged(value: number, { is, value: bound }: MetricCondition, end: number | undefined): Seen {
  const sign = is === 'above' ? 1 : -1
  if (value * sign > bound * sign) return 'bad'
  return value * sign <= (end ?? bound) * sign ? 'good' : 'between'
}

/** Reads the metrics of rules from the newest minutes. */
export function createNumbersJudged(minutes: Pick<NewestMinutes, 'of' | 'namesOf'>) {
  const places = new Map<string, Place>()

  function placeOf(metric: string, setId: number): Place {
    const key = `${setId} ${metric}`
    const known = places.get(key)
    if (known !== undefined) return known
    const names = minutes.namesOf(setId)
    const n = names.indexOf(metric)
    const capacity = metricNamed(metric)?.capacity
    const of = capacity === undefined ? undefined : names.indexOf(capacity)
    const place = n === -1 || of === -1 ? null : { n, of }
    if (places.size >= PLACES_MAX) places.clear()
    // The result is not cached while the names of the set are unknown.
    if (names.length > 0) places.set(key, place)
    return place
  }

  function valueIn({ setId, avg }: Minute, metric: string): number | undefined {
    const place = placeOf(metric, setId)
    const value = place ? avg[place.n] : undefined
    if (value === undefined || place?.of === undefined) return value
    const whole = avg[place.of]
    return whole ? (value / whole) * 100 : undefined
  }

  /** Newest average over a minute, in the unit of the metric's bounds; undefined if there is no fresh one. */
  return (ref: number, metric: string): number | undefined => {
    let newest: { at: number; value: number } | undefined
    for (const minute of minutes.of(ref)) {
      const value = newest && newest.at >= minute.at ? undefined : valueIn(minute, metric)
      if (value !== undefined) newest = { at: minute.at, value }
    }
    return newest?.value
  }
}
export type NumberOf = ReturnType<typeof createNumbersJudged>
