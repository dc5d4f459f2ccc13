import { type Range, telemetry } from '@atalaya/contract/telemetry'
import type { SeriesView } from '@atalaya/module-sdk'
import type { Signal } from '@atalaya/module-sdk/host'
import type { QueryClient } from '@tanstack/react-query'
import { watchQuery } from '#web/components/widget/while-shown.ts'
import { call } from '#web/lib/calls/api.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'

const KEY = 'widget-series'
const POINTS = 240
/** Bounds of the interval between reads. The interval is one slot of the series; slots of long spans are too long. */
const REFETCH_MIN_MS = 10_000
const REFETCH_MAX_MS = 60_000

type SeriesRequest = { agentId: string; metric: string; spanMs: number }

/** History of one metric of an agent, read again as time passes. */
export function watchSeries(
  client: QueryClient,
  suspended: Signal<boolean>,
  request: SeriesRequest,
): Signal<SeriesView> {
  const { agentId, metric, spanMs } = request
  const againMs = Math.min(Math.max(spanMs / POINTS, REFETCH_MIN_MS), REFETCH_MAX_MS)
  const options = {
    queryKey: [KEY, agentId, metric, spanMs],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchRange(request, signal),
    staleTime: againMs,
    refetchInterval: againMs,
  }
  return watchQuery(client, suspended, options, ({ data, isError }): SeriesView => {
    if (data === null) return { state: 'missing' }
    if (data) return toSeries(data, metric)
    return { state: isError ? 'failed' : 'loading' }
  })
}

async function fetchRange({ agentId, metric, spanMs }: SeriesRequest, signal: AbortSignal): Promise<Range | null> {
  const now = Date.now()
  const from = new Date(now - spanMs).toISOString()
  const query = { from, to: new Date(now).toISOString(), metrics: metric, points: POINTS }
  try {
    return await call(telemetry.range, { params: { id: agentId }, query }, signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

function toSeries({ from, stepMs, series, metrics }: Range, metric: string): SeriesView {
  const { min = [], avg = [], max = [] } = series.find((entry) => entry.metric === metric) ?? {}
  return { state: 'ready', from, stepMs, min, avg, max, metrics }
}
