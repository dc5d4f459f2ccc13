import type { TimeSpan } from '@atalaya/charts/cursor'
import { agents } from '@atalaya/contract/agents'
import type { Sample } from '@atalaya/contract/events'
import { telemetry } from '@atalaya/contract/telemetry'
import { queryOptions } from '@tanstack/react-query'
import { agentKeys } from '#web/features/agents/agent-keys.ts'
import { call } from '#web/lib/api.ts'
import { withDefault } from '#web/lib/api-error.ts'

/** Of samples every ten seconds nothing is gained by asking more often. */
const FRESH_MS = 10_000

/** The newest sample that a live event brought; null until one comes. */
export const sampleQuery = (id: string) =>
  queryOptions({
    queryKey: agentKeys.sample(id),
    queryFn: (): Sample | null => null,
    staleTime: Number.POSITIVE_INFINITY,
  })

type RangeInput = { id: string; points: number; metrics: readonly string[]; spanMs: number }

function readRange({ id, points, metrics }: Omit<RangeInput, 'spanMs'>, from: number, to: number, signal: AbortSignal) {
  const query = {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    metrics: metrics.join(','),
    points,
  }
  return call(telemetry.range, { params: { id }, query }, signal)
}

/** The last `spanMs` of an agent's numbers, read again as new ones fill the next step. */
export const rangeQuery = (input: RangeInput) =>
  queryOptions({
    queryKey: ['agent-range', input.id, input.spanMs, input.points, input.metrics],
    queryFn: ({ signal }) => {
      const now = Date.now()
      return readRange(input, now - input.spanMs, now, signal)
    },
    refetchInterval: Math.max(FRESH_MS, input.spanMs / input.points),
    staleTime: FRESH_MS,
  })

/** An agent's numbers from one instant to another. */
export const spanQuery = ({ from, to, ...input }: Omit<RangeInput, 'spanMs'> & TimeSpan) =>
  queryOptions({
    queryKey: ['agent-range', input.id, from, to, input.points, input.metrics],
    queryFn: ({ signal }) => readRange(input, from, to, signal),
    staleTime: FRESH_MS,
  })

/** The newest that each agent sent, of whatever kind. */
export const latestQuery = queryOptions({
  queryKey: agentKeys.latest,
  queryFn: async ({ signal }) =>
    (await withDefault(call(agents.latest, {}, signal), 'No se pudo obtener el último dato')).latest,
  refetchInterval: FRESH_MS,
  staleTime: FRESH_MS,
  retry: false,
})
