import type { TimeSpan } from '@atalaya/charts/cursor'
import { METRIC_NAME } from '@atalaya/contract/metrics'
import type { ChartLook } from '@atalaya/contract/preferences'
import { type TimeRangeKey, timeRangeOf } from '#web/features/agents/detail/time-ranges.ts'

/** What the charts of an agent show: all of it stands in the address. */
export type ChartView = {
  range: TimeRangeKey
  /** From when to when, where a person chose that; it wins over the range. */
  own: TimeSpan | null
  /** Numbers that are shown beside the standard ones. */
  added: string[]
  hasWeekBefore: boolean
}

const MINUTE_MS = 60_000
/** So many fit into one question to the server beside the standard ones. */
const ADDED_MAX = 50

/** Why charts can't show this time; null where they can. */
export function spanFault({ from, to }: TimeSpan, now: number): { field: 'from' | 'to'; message: string } | null {
  if (!Number.isFinite(from)) return { field: 'from', message: 'Choose a date and a time' }
  if (!Number.isFinite(to)) return { field: 'to', message: 'Choose a date and a time' }
  if (from >= now) return { field: 'from', message: 'The beginning must be in the past' }
  if (to - from < MINUTE_MS) return { field: 'to', message: 'The end must be a minute or more after the beginning' }
  return null
}

const NAMES = ['range', 'from', 'to', 'charts', 'before']

/** Whether an address says what charts show. */
export const isSaid = (params: URLSearchParams) => NAMES.some((name) => params.has(name))

/** The view of an address, what is not understood in it left out; of one that says nothing, what was kept. */
export function viewOf(params: URLSearchParams, now: number, kept: ChartLook = {}): ChartView {
  if (!isSaid(params)) {
    const { range, added = [], hasWeekBefore = false } = kept
    return { range: timeRangeOf(range ?? null).key, own: null, added, hasWeekBefore }
  }
  const own = { from: Date.parse(params.get('from') ?? ''), to: Date.parse(params.get('to') ?? '') }
  const named = (params.get('charts') ?? '').split(',').filter((name) => METRIC_NAME.test(name))
  return {
    range: timeRangeOf(params.get('range')).key,
    own: spanFault(own, now) ? null : own,
    added: [...new Set(named)].slice(0, ADDED_MAX),
    hasWeekBefore: params.get('before') === 'week',
  }
}

/** The address with another view; what else stands in it stays. */
export function withView(params: URLSearchParams, change: Partial<ChartView>): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name))
  const { range, own, added, hasWeekBefore } = change
  if (range) put('range', range)
  if (own !== undefined) {
    put('from', own ? new Date(own.from).toISOString() : undefined)
    put('to', own ? new Date(own.to).toISOString() : undefined)
  }
  if (added) put('charts', added.join(','))
  if (hasWeekBefore !== undefined) put('before', hasWeekBefore ? 'week' : undefined)
  return next
}
