import type { Agent } from '@atalaya/contract/agents'
import type { Actor } from '#server/domain/actors.ts'
import type { AgentFilter } from './agent-filter.repo.ts'
import { orderOf } from './agent-order.repo.ts'
import { toAgent } from './agent-row.ts'
import type { AgentsRepo } from './agents.repo.ts'
import { ownAgents, sees } from './seen.ts'

type Needs = {
  repo: Pick<AgentsRepo, 'findMany' | 'list' | 'refs'>
  count(which: AgentFilter): Promise<number>
  now: () => number
}
type Selection = { ids: string[]; tag?: string | undefined }
export type Compared = Agent & { ref: number }

/** Agents beside each other: those that are named, then those with a tag by their names. What one may not see is not there. */
export function createCompared({ repo, count, now }: Needs) {
  async function named(actor: Actor, ids: string[]): Promise<Agent[]> {
    if (ids.length === 0) return []
    const found = (await repo.findMany(ids)).filter((agent) => sees(actor, agent))
    return found.sort((a, b) => ids.indexOf(a.agentId) - ids.indexOf(b.agentId))
  }

  async function tagged(actor: Actor, tag: string, max: number) {
    const filter: AgentFilter = { ...ownAgents(actor), tags: [tag] }
    const found = await count(filter)
    const stored = await repo.list(filter, { limit: max, offset: 0, found, order: orderOf({ sort: 'name' }) })
    return { found: stored.map((text) => toAgent(text, now())), total: found }
  }

  /** Compared agents, at most `max`, and their total. */
  return async (actor: Actor, { ids, tag }: Selection, max: number): Promise<{ found: Compared[]; total: number }> => {
    const first = await named(actor, ids)
    const isTagged = ({ tags }: Agent) => tag !== undefined && tags.includes(tag)
    const rest = tag === undefined ? { found: [], total: 0 } : await tagged(actor, tag, max)
    const all = [...new Map([...first, ...rest.found].map((agent) => [agent.agentId, agent])).values()].slice(0, max)
    const refs = all.length === 0 ? new Map<string, number>() : await repo.refs(all.map(({ agentId }) => agentId))
    return {
      // One that was removed meanwhile is not there either.
      found: all.flatMap((agent) => {
        const ref = refs.get(agent.agentId)
        return ref === undefined ? [] : [{ ...agent, ref }]
      }),
      total: first.filter((agent) => !isTagged(agent)).length + rest.total,
    }
  }
}
