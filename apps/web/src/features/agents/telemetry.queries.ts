import type { TimeSpan } from '@atalaya/charts/cursor'
import { agents } from '@atalaya/contract/agents'
import type { Sample } from '@atalaya/contract/events'
import { type Range, telemetry } from '@atalaya/contract/telemetry'
import { queryOptions } from '@tanstack/react-query'
import { agentKeys } from '#web/features/agents/agent-query-keys.ts'
import { agentTitle } from '#web/features/agents/status.ts'
import { call } from '#web/lib/calls/api.ts'
import { withDefault } from '#web/lib/calls/api-error.ts'

/** Interval of samples; more frequent requests would return the same data. */
const SAMPLE_EVERY_MS = 10_000

/** Newest sample from live events; null until the first one. */
export const sampleQuery = (id: string) =>
  queryOptions({
    queryKey: agentKeys.sample(id),
    queryFn: (): Sample | null => null,
    staleTime: Number.POSITIVE_INFINITY,
  })

type RangeRequest = { id: string; points: number; metrics: readonly string[] }

const rangeParams = ({ points, metrics }: RangeRequest, { from, to }: TimeSpan) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  metrics: metrics.join(','),
  points,
})

/** The last `ms` milliseconds, as a time span. */
const spanOfLast = (ms: number): TimeSpan => ({ from: Date.now() - ms, to: Date.now() })
/** Refetch interval: one step of the chart, but not less than the interval of samples. */
const refetchEveryMs = (ms: number, points: number) => Math.max(SAMPLE_EVERY_MS, ms / points)

/** Last `spanMs` of an agent's metrics, refetched as time passes. */
export const rangeQuery = ({ spanMs, ...request }: RangeRequest & { spanMs: number }) =>
  queryOptions({
    queryKey: [...agentKeys.ranges, request, spanMs],
    queryFn: ({ signal }) =>
      call(telemetry.range, { params: { id: request.id }, query: rangeParams(request, spanOfLast(spanMs)) }, signal),
    refetchInterval: refetchEveryMs(spanMs, request.points),
    staleTime: SAMPLE_EVERY_MS,
  })

/** One machine of a chart with its data. */
export type MachineRange = { agentId: string; name: string; range: Range }
/** Machines in a chart, first the page's own. `total` also counts the machines left out of the chart. */
export type Machines = { machines: MachineRange[]; total: number }
/** Agents to compare with: by id, and by tag. */
export type Comparison = { comparedIds: readonly string[]; tag: string | null }
type ComparisonRequest = RangeRequest & Comparison & { time: TimeSpan | { lastMs: number } }

async function readMachines(
  { comparedIds, tag, ...request }: RangeRequest & Comparison,
  span: TimeSpan,
  signal: AbortSignal,
) {
  const { id } = request
  if (comparedIds.length === 0 && tag === null) {
    const range = await call(telemetry.range, { params: { id }, query: rangeParams(request, span) }, signal)
    return { machines: [{ agentId: id, name: '', range }], total: 1 }
  }
  const query = {
    ...rangeParams(request, span),
    ids: [...new Set([id, ...comparedIds])].join(','),
    tag: tag ?? undefined,
  }
  const { agents: found, total } = await call(telemetry.compare, { query }, signal)
  return { machines: found.map((agent) => ({ ...agent, name: agentTitle(agent) })), total }
}

/** Data of an agent and of the agents compared with it; refetched if the range ends now. */
export const machinesQuery = ({ time, ...request }: ComparisonRequest) =>
  queryOptions({
    queryKey: [...agentKeys.ranges, request, time],
    queryFn: ({ signal }): Promise<Machines> =>
      readMachines(request, 'lastMs' in time ? spanOfLast(time.lastMs) : time, signal),
    refetchInterval: 'lastMs' in time && refetchEveryMs(time.lastMs, request.points),
    staleTime: SAMPLE_EVERY_MS,
  })

/** Newest record of each agent, of any kind. */
export const latestQuery = queryOptions({
  queryKey: agentKeys.latest,
  queryFn: async ({ signal }) =>
    (await withDefault(call(agents.latest, {}, signal), 'No se pudo obtener el último dato')).latest,
  refetchInterval: SAMPLE_EVERY_MS,
  staleTime: SAMPLE_EVERY_MS,
  retry: false,
})
