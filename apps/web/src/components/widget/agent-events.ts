import type { Agent } from '@atalaya/contract/agents'
import type { LiveEvent, Sample } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'

/** First word of the query keys of watched agents; the second is the agent's id. */
export const AGENT_KEY = 'widget-agent'
/** Maximum samples that a widget gets. */
export const SAMPLES_MAX = 60

export type WatchedAgent = { agent: Agent; samples: readonly Sample[] }

/** Applies a live event to a watched agent. */
export function withEvent(watched: WatchedAgent | null, id: string, event: LiveEvent): WatchedAgent | null {
  if (event.type === 'agent.deleted' && event.data.agentId === id) return null
  if (watched === null) return null
  if (event.type === 'agent.updated' && event.data.agentId === id) return { ...watched, agent: event.data }
  if (event.type !== 'agent.data') return watched
  // Two overlapping streams may both have sent a sample.
  const known = new Set(watched.samples.map((sample) => sample.at))
  const fresh = event.data.samples.filter(({ agentId, at }) => agentId === id && !known.has(at))
  if (fresh.length === 0) return watched
  return { ...watched, samples: [...watched.samples, ...fresh].slice(-SAMPLES_MAX) }
}

/** Query key of all of the user's agents, for widgets that show them together. */
export const FLEET_KEY = 'widget-fleet'
export type Fleet = { total: number; agents: readonly Pick<Agent, 'agentId' | 'isOnline' | 'tags'>[] }

/**
 * Applies a live event to the fleet; undefined if nothing changes. New agents come with the next read, since
 * administrators receive events about others' agents, too.
 */
function fleetAfter({ total, agents }: Fleet, event: LiveEvent): Fleet | undefined {
  if (event.type !== 'agent.updated' && event.type !== 'agent.deleted') return undefined
  const { agentId } = event.data
  const index = agents.findIndex((agent) => agent.agentId === agentId)
  if (index < 0) return undefined
  if (event.type === 'agent.deleted') return { total: total - 1, agents: agents.toSpliced(index, 1) }
  const { isOnline, tags } = event.data
  return { total, agents: agents.with(index, { agentId, isOnline, tags }) }
}

/** Applies a live event to agents that widgets watch. Unchanged data is not written: a write would mark it as fresh. */
export function applyToWidgets(client: QueryClient, event: LiveEvent): void {
  client.setQueryData<Fleet>([FLEET_KEY], (fleet) => fleet && fleetAfter(fleet, event))
  for (const query of client.getQueryCache().findAll({ queryKey: [AGENT_KEY] })) {
    const id = String(query.queryKey[1])
    client.setQueryData<WatchedAgent | null>(query.queryKey, (watched) => {
      const next = watched && withEvent(watched, id, event)
      return next === watched ? undefined : next
    })
  }
}
