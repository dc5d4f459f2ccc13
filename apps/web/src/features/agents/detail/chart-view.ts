import type { TimeSpan } from '@atalaya/charts/cursor'
import { METRIC_NAME } from '@atalaya/contract/metrics'
import type { ChartLook } from '@atalaya/contract/preferences'
import { COMPARED_NAMED_MAX } from '@atalaya/contract/telemetry'
import { type TimeRangeKey, timeRangeOf } from '#web/features/agents/detail/time-ranges.ts'

/** State of an agent's charts, kept in the URL. The names of its parameters and of saved views are older. */
export type ChartView = {
  range: TimeRangeKey
  /** Custom time span; overrides `range`. */
  customSpan: TimeSpan | null
  /** Metrics shown besides the standard ones. */
  addedMetrics: string[]
  /** Draws the values of a week before, too. */
  showsWeekBefore: boolean
  /** Ids of the agents to compare with. */
  comparedIds: string[]
  /** Tag whose agents are compared too. */
  tag: string | null
}

const MINUTE_MS = 60_000
/** Longest span that the server accepts. */
const SPAN_MAX_MS = 400 * 24 * 60 * MINUTE_MS
/** Maximum number of added metrics in one request, besides the standard ones. */
const ADDED_MAX = 50
/** Maximum lengths on the server, in characters. */
const ID_MAX = 64
const TAG_MAX = 40

/** Error in a time span; null if it is valid. */
export function spanError({ from, to }: TimeSpan, now: number): { field: 'from' | 'to'; message: string } | null {
  if (!Number.isFinite(from)) return { field: 'from', message: 'Choose a date and a time' }
  if (!Number.isFinite(to)) return { field: 'to', message: 'Choose a date and a time' }
  if (from >= now) return { field: 'from', message: 'The beginning must be in the past' }
  if (to - from < MINUTE_MS) return { field: 'to', message: 'The end must be a minute or more after the beginning' }
  if (to - from > SPAN_MAX_MS) return { field: 'from', message: 'A chart shows at most 400 days' }
  return null
}

const PARAM_NAMES = ['range', 'from', 'to', 'charts', 'before', 'with', 'tag']

/** True if the URL has any state of the charts. */
export const hasChartParams = (params: URLSearchParams) => PARAM_NAMES.some((name) => params.has(name))

/** Reads the view from the URL, without invalid parts. If the URL has no state of the charts, uses `saved`. */
export function viewOf(params: URLSearchParams, now: number, saved: ChartLook = {}): ChartView {
  if (!hasChartParams(params)) {
    const { range, added = [], hasWeekBefore = false, beside = [], tag = null } = saved
    return {
      range: timeRangeOf(range ?? null).key,
      customSpan: null,
      addedMetrics: added,
      showsWeekBefore: hasWeekBefore,
      comparedIds: beside,
      tag,
    }
  }
  const customSpan = { from: Date.parse(params.get('from') ?? ''), to: Date.parse(params.get('to') ?? '') }
  const list = (name: string) => [...new Set((params.get(name) ?? '').split(','))]
  return {
    range: timeRangeOf(params.get('range')).key,
    customSpan: spanError(customSpan, now) ? null : customSpan,
    addedMetrics: list('charts')
      .filter((name) => METRIC_NAME.test(name))
      .slice(0, ADDED_MAX),
    showsWeekBefore: params.get('before') === 'week',
    comparedIds: list('with')
      .filter((id) => id.length > 0 && id.length <= ID_MAX)
      .slice(0, COMPARED_NAMED_MAX - 1),
    tag: params.get('tag')?.trim().slice(0, TAG_MAX) || null,
  }
}

/** Writes the view into the URL; other parameters stay. */
export function withView(params: URLSearchParams, change: Partial<ChartView>): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name))
  const { range, customSpan, addedMetrics, showsWeekBefore, comparedIds, tag } = change
  if (range) put('range', range)
  if (customSpan !== undefined) {
    put('from', customSpan ? new Date(customSpan.from).toISOString() : undefined)
    put('to', customSpan ? new Date(customSpan.to).toISOString() : undefined)
  }
  if (addedMetrics) put('charts', addedMetrics.join(','))
  if (showsWeekBefore !== undefined) put('before', showsWeekBefore ? 'week' : undefined)
  if (comparedIds) put('with', comparedIds.join(','))
  if (tag !== undefined) put('tag', tag ?? undefined)
  return next
}
