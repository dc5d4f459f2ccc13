import type { Agent } from '@atalaya/contract/agents'
import type { LiveEvent, Sample } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'

/** First word of the keys of agents that widgets watch; the second is the agent. */
export const AGENT_KEY = 'widget-agent'
/** How many samples a widget gets at most. */
export const SAMPLES_MAX = 60

export type WatchedAgent = { agent: Agent; samples: readonly Sample[] }

/** What a live event makes of a watched agent. */
export function withEvent(watched: WatchedAgent | null, id: string, event: LiveEvent): WatchedAgent | null {
  if (event.type === 'agent.deleted' && event.data.agentId === id) return null
  if (watched === null) return null
  if (event.type === 'agent.updated' && event.data.agentId === id) return { ...watched, agent: event.data }
  if (event.type !== 'agent.data') return watched
  // Where one stream takes over from another, both may have said the same.
  const known = new Set(watched.samples.map((sample) => sample.at))
  const fresh = event.data.samples.filter(({ agentId, at }) => agentId === id && !known.has(at))
  if (fresh.length === 0) return watched
  return { ...watched, samples: [...watched.samples, ...fresh].slice(-SAMPLES_MAX) }
}

/** Key of all of the user's agents, for the widgets that show them together. */
export const FLEET_KEY = 'widget-fleet'
export type Fleet = { total: number; agents: readonly Pick<Agent, 'agentId' | 'isOnline' | 'tags'>[] }

/** What a live event makes of them, if anything. A new one comes with the next reading: an administrator hears of all. */
function fleetAfter({ total, agents }: Fleet, event: LiveEvent): Fleet | undefined {
  if (event.type !== 'agent.updated' && event.type !== 'agent.deleted') return undefined
  const { agentId } = event.data
  const at = agents.findIndex((agent) => agent.agentId === agentId)
  if (at < 0) return undefined
  if (event.type === 'agent.deleted') return { total: total - 1, agents: agents.toSpliced(at, 1) }
  const { isOnline, tags } = event.data
  return { total, agents: agents.with(at, { agentId, isOnline, tags }) }
}

/** Applies a live event to the agents that widgets on screen watch. What is written anew counts as fresh, so the rest stays. */
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
