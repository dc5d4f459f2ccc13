import { type Agent, agents } from '@atalaya/contract/agents'
import type { Sample } from '@atalaya/contract/events'
import { type Range, telemetry } from '@atalaya/contract/telemetry'
import type { AgentView } from '@atalaya/module-sdk'
import { type QueryObserverResult, queryOptions } from '@tanstack/react-query'
import { AGENT_KEY, SAMPLES_MAX, type WatchedAgent } from '#web/components/widget/agent-events.ts'
import { call } from '#web/lib/calls/api.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'

/** Length of the history that a widget gets. */
const HISTORY_MS = 10 * 60_000

/** An agent with its newest numbers; null if the user has no such agent. Live events keep it up to date. */
export const watchedAgentQuery = (id: string) =>
  queryOptions({
    queryKey: [AGENT_KEY, id],
    queryFn: async ({ signal }): Promise<WatchedAgent | null> => {
      // Requests both at once; a failed history counts only if the agent exists.
      const history = fetchHistory(id, Date.now(), signal)
      history.catch(() => undefined)
      try {
        const found = await call(agents.get, { params: { id } }, signal)
        return 'agent' in found
          ? { agent: found.agent, samples: await newestSamples(found.agent, await history, signal) }
          : null
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Recent samples; for an offline agent without any, its last ones. */
async function newestSamples({ agentId, isOnline, lastSeen }: Agent, samples: Sample[], signal: AbortSignal) {
  if (isOnline || samples.length > 0 || lastSeen === null) return samples
  return fetchHistory(agentId, Date.parse(lastSeen), signal)
}

async function fetchHistory(id: string, end: number, signal: AbortSignal): Promise<Sample[]> {
  const query = {
    from: new Date(end - HISTORY_MS).toISOString(),
    to: new Date(end).toISOString(),
    points: SAMPLES_MAX,
  }
  return samplesOf(id, await call(telemetry.range, { params: { id }, query }, signal))
}

/** Averages of a range as samples; empty slots are left out. */
export function samplesOf(agentId: string, { from, stepMs, counts, series }: Range): Sample[] {
  return counts.flatMap((count, slot) => {
    if (count === 0) return []
    const values = series.map(({ metric, avg }) => [metric, avg[slot]] as const)
    const metrics = Object.fromEntries(values.filter((entry): entry is [string, number] => entry[1] != null))
    return [{ agentId, at: new Date(from + slot * stepMs).toISOString(), metrics }]
  })
}

/**
 * An agent as the widget sees it; `missing` if the user has no such agent. `oldSince` is the time of the newest
 * numbers, or null if they are current. While the server is away, the agent's status is unknown.
 */
export function toView(
  { data, isError }: Pick<QueryObserverResult<WatchedAgent | null>, 'data' | 'isError'>,
  serverAwaySince: string | null,
): AgentView {
  if (data) {
    const { samples } = data
    // An agent without a name has its host name, as everywhere.
    const agent = { ...data.agent, name: data.agent.name || data.agent.machine?.hostname || null }
    const oldSince = agent.isOnline ? serverAwaySince : (samples.at(-1)?.at ?? agent.lastSeen)
    if (serverAwaySince === null) return { state: 'ready', agent, samples, oldSince }
    return { state: 'ready', agent: { ...agent, status: 'unknown', isOnline: false }, samples, oldSince }
  }
  if (data === null) return { state: 'missing' }
  return { state: isError ? 'failed' : 'loading' }
}
