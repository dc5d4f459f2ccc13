import type { Agent } from '@atalaya/contract/agents'
import type { Actor } from '#server/domain/actors.ts'
import type { AgentsRepo } from './agents.repo.ts'
import { maySee } from './visible-agents.ts'

/** Sets `behind` to null if the caller's credential does not select that other agent. */
export function createClearHiddenBehind(repo: Pick<AgentsRepo, 'findMany'>) {
  return async (actor: Actor, agents: Agent[]): Promise<Agent[]> => {
    const ids = new Set(agents.flatMap(({ behind }) => behind ?? []))
    if (!actor.credential?.selector || ids.size === 0) return agents
    const found = (await repo.findMany([...ids])).filter((agent) => maySee(actor, agent))
    const visibleIds = new Set<string | null>(found.map(({ agentId }) => agentId))
    return agents.map((agent) => (visibleIds.has(agent.behind) ? agent : { ...agent, behind: null }))
  }
}
export type ClearHiddenBehind = ReturnType<typeof createClearHiddenBehind>
