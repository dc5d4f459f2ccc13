import type { Agent } from '@atalaya/contract/agents'
import { selects } from '@atalaya/contract/selector'
import type { Actor } from '#server/domain/actors.ts'
import type { AgentFilter } from './agent-filter.repo.ts'
import { filterOfSelector } from './selector-filter.ts'

/** Filter of the agents that a caller's credential selects; undefined if there is none, or if it selects all. */
const credentialFilter = ({ credential }: Actor): AgentFilter | undefined =>
  credential?.selector ? filterOfSelector(credential.selector, null) : undefined

/** Filter of visible agents: the user's own, or all for an administrator; a credential may narrow it. */
export const visibleAgents = (actor: Actor): Pick<AgentFilter, 'ownerId' | 'within'> => ({
  ownerId: actor.role === 'admin' ? undefined : actor.userId,
  within: credentialFilter(actor),
})

const isSelected = (credential: Actor['credential'], agent: Pick<Agent, 'agentId' | 'tags'>): boolean =>
  credential?.display?.agents.has(agent.agentId) ?? (!credential?.selector || selects(credential.selector, agent))

/** True if the caller may see an agent. */
export function maySee({ role, userId, credential }: Actor, agent: Pick<Agent, 'agentId' | 'tags' | 'user'>): boolean {
  return isSelected(credential, agent) && (role === 'admin' || agent.user._id === userId)
}
