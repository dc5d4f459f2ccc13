import { type Agent, agents } from '@atalaya/contract/agents'
import type { LiveEvent, Sample } from '@atalaya/contract/events'
import { type Range, telemetry } from '@atalaya/contract/telemetry'
import type { AgentView } from '@atalaya/module-sdk'
import { type QueryClient, type QueryObserverResult, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'

const KEY = 'widget-agent'
/** What a widget is given of the past, and how many samples it gets at most. */
const HISTORY_MS = 10 * 60_000
const SAMPLES_MAX = 60

export type WatchedAgent = { agent: Agent; samples: readonly Sample[] }

/** An agent with its newest numbers; null where there is no such agent for this user. Live events keep it up to date. */
export const watchedAgentQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: async ({ signal }): Promise<WatchedAgent | null> => {
      try {
        const found = await call(agents.get, { params: { id } }, signal)
        return 'agent' in found ? { agent: found.agent, samples: await readHistory(id, signal) } : null
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

async function readHistory(id: string, signal: AbortSignal): Promise<Sample[]> {
  const now = Date.now()
  const query = {
    from: new Date(now - HISTORY_MS).toISOString(),
    to: new Date(now).toISOString(),
    points: SAMPLES_MAX,
  }
  return samplesOf(id, await call(telemetry.range, { params: { id }, query }, signal))
}

/** The averages of a range as samples; slots in which nothing was measured are left out. */
export function samplesOf(agentId: string, { from, stepMs, counts, series }: Range): Sample[] {
  return counts.flatMap((count, slot) => {
    if (count === 0) return []
    const values = series.map(({ metric, avg }) => [metric, avg[slot]] as const)
    const metrics = Object.fromEntries(values.filter((entry): entry is [string, number] => entry[1] != null))
    return [{ agentId, at: new Date(from + slot * stepMs).toISOString(), metrics }]
  })
}

/** What a live event makes of a watched agent. */
export function withEvent(watched: WatchedAgent | null, id: string, event: LiveEvent): WatchedAgent | null {
  if (event.type === 'agent.deleted' && event.data.agentId === id) return null
  if (watched === null) return null
  if (event.type === 'agent.updated' && event.data.agentId === id) return { ...watched, agent: event.data }
  if (event.type !== 'agent.data') return watched
  const fresh = event.data.samples.filter((sample) => sample.agentId === id)
  if (fresh.length === 0) return watched
  return { ...watched, samples: [...watched.samples, ...fresh].slice(-SAMPLES_MAX) }
}

/** Applies a live event to the agents that widgets on screen watch. */
export function applyToWidgets(client: QueryClient, event: LiveEvent): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [KEY] })) {
    const id = String(query.queryKey[1])
    client.setQueryData<WatchedAgent | null>(query.queryKey, (watched) =>
      watched === undefined ? undefined : withEvent(watched, id, event),
    )
  }
}

export function toView({
  data,
  isError,
}: Pick<QueryObserverResult<WatchedAgent | null>, 'data' | 'isError'>): AgentView {
  if (data) return { state: 'ready', ...data }
  if (data === null) return { state: 'missing' }
  return { state: isError ? 'failed' : 'loading' }
}
