import type { TimeSpan } from '@atalaya/charts/cursor'
import { agents } from '@atalaya/contract/agents'
import type { Sample } from '@atalaya/contract/events'
import { type Range, telemetry } from '@atalaya/contract/telemetry'
import { queryOptions } from '@tanstack/react-query'
import { agentKeys } from '#web/features/agents/agent-keys.ts'
import { agentTitle } from '#web/features/agents/status.ts'
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

type Wanted = { id: string; points: number; metrics: readonly string[] }

const asked = ({ points, metrics }: Wanted, { from, to }: TimeSpan) => ({
  ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  ...{ metrics: metrics.join(','), points },
})

/** Until now: so many ms. */
const lastMs = (ms: number): TimeSpan => ({ from: Date.now() - ms, to: Date.now() })
/** New samples fill the next step. */
const againMs = (ms: number, points: number) => Math.max(FRESH_MS, ms / points)

/** The last `spanMs` of an agent's numbers, read again as time goes by. */
export const rangeQuery = ({ spanMs, ...wanted }: Wanted & { spanMs: number }) =>
  queryOptions({
    queryKey: [...agentKeys.ranges, wanted, spanMs],
    queryFn: ({ signal }) =>
      call(telemetry.range, { params: { id: wanted.id }, query: asked(wanted, lastMs(spanMs)) }, signal),
    refetchInterval: againMs(spanMs, wanted.points),
    staleTime: FRESH_MS,
  })

/** One of the machines in a chart. */
export type MachineRange = { agentId: string; name: string; range: Range }
/** The machines in a chart, the one whose page it is first, and of how many they are the first. */
export type Machines = { machines: MachineRange[]; total: number }
/** What an agent is compared with: agents by their ids, and those with a tag. */
export type Beside = { beside: readonly string[]; tag: string | null }
type Compared = Wanted & Beside & { time: TimeSpan | { lastMs: number } }

async function readMachines({ beside, tag, ...wanted }: Wanted & Beside, span: TimeSpan, signal: AbortSignal) {
  const { id } = wanted
  if (beside.length === 0 && tag === null) {
    const range = await call(telemetry.range, { params: { id }, query: asked(wanted, span) }, signal)
    return { machines: [{ agentId: id, name: '', range }], total: 1 }
  }
  const query = { ...asked(wanted, span), ids: [...new Set([id, ...beside])].join(','), tag: tag ?? undefined }
  const { agents: found, total } = await call(telemetry.compare, { query }, signal)
  return { machines: found.map((one) => ({ ...one, name: agentTitle(one) })), total }
}

/** An agent's numbers and those of the machines beside it; read again while they are those until now. */
export const machinesQuery = ({ time, ...wanted }: Compared) =>
  queryOptions({
    queryKey: [...agentKeys.ranges, wanted, time],
    queryFn: ({ signal }): Promise<Machines> =>
      readMachines(wanted, 'lastMs' in time ? lastMs(time.lastMs) : time, signal),
    refetchInterval: 'lastMs' in time && againMs(time.lastMs, wanted.points),
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
