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

type RangeInput = { id: string; spanMs: number; points: number; metrics: readonly string[] }

/** The last `spanMs` of an agent's numbers, read again as new ones fill the next step. */
export const rangeQuery = ({ id, spanMs, points, metrics }: RangeInput) =>
  queryOptions({
    queryKey: ['agent-range', id, spanMs, points, metrics],
    queryFn: ({ signal }) => {
      const now = Date.now()
      const query = {
        from: new Date(now - spanMs).toISOString(),
        to: new Date(now).toISOString(),
        metrics: metrics.join(','),
        points,
      }
      return call(telemetry.range, { params: { id }, query }, signal)
    },
    refetchInterval: Math.max(FRESH_MS, spanMs / points),
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
