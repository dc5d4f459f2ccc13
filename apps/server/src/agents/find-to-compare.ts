import type { Agent } from '@atalaya/contract/agents'
import type { Actor } from '#server/domain/actors.ts'
import type { AgentFilter } from './agent-filter.repo.ts'
import { orderOf } from './agent-order.repo.ts'
import { toAgent } from './agent-row.ts'
import type { AgentsRepo } from './agents.repo.ts'
import { maySee, visibleAgents } from './visible-agents.ts'

type Needs = {
  repo: Pick<AgentsRepo, 'findMany' | 'list' | 'refsOf'>
  count(which: AgentFilter): Promise<number>
  now: () => number
}
type Selection = { ids: string[]; tag?: string | undefined }
export type AgentWithRef = Agent & { ref: number }

/** Finds visible agents to compare: those with given ids, then those with a tag, sorted by name. */
export function createFindToCompare({ repo, count, now }: Needs) {
  async function findNamed(actor: Actor, ids: string[]): Promise<Agent[]> {
    if (ids.length === 0) return []
    const found = (await repo.findMany(ids)).filter((agent) => maySee(actor, agent))
    return found.sort((a, b) => ids.indexOf(a.agentId) - ids.indexOf(b.agentId))
  }

  async function listTagged(actor: Actor, tag: string, max: number) {
    const filter: AgentFilter = { ...visibleAgents(actor), tags: [tag] }
    const total = await count(filter)
    const stored = await repo.list(filter, { limit: max, offset: 0, total, order: orderOf({ sort: 'name' }) })
    return { found: stored.map((text) => toAgent(text, now())), total }
  }

  /** Returns the first `max` agents, and the number of all. */
  return async (
    actor: Actor,
    { ids, tag }: Selection,
    max: number,
  ): Promise<{ found: AgentWithRef[]; total: number }> => {
    const named = await findNamed(actor, ids)
    const isTagged = ({ tags }: Agent) => tag !== undefined && tags.includes(tag)
    const tagged = tag === undefined ? { found: [], total: 0 } : await listTagged(actor, tag, max)
    const all = [...new Map([...named, ...tagged.found].map((agent) => [agent.agentId, agent])).values()].slice(0, max)
    const refs = all.length === 0 ? new Map<string, number>() : await repo.refsOf(all.map(({ agentId }) => agentId))
    return {
      // Leaves out an agent that was removed after the first read.
      found: all.flatMap((agent) => {
        const ref = refs.get(agent.agentId)
        return ref === undefined ? [] : [{ ...agent, ref }]
      }),
      total: named.filter((agent) => !isTagged(agent)).length + tagged.total,
    }
  }
}
