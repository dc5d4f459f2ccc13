import type { Agent } from '@atalaya/contract/agents'
import { selects } from '@atalaya/contract/selector'
import type { Actor } from '#server/domain/actors.ts'
import type { AgentFilter } from './agent-filter.repo.ts'
import { filterOf } from './selected.ts'

/** Filter of the agents that a caller's credential is for; undefined for all, and without a credential. */
const meantBy = ({ credential }: Actor): AgentFilter | undefined =>
  credential?.selector ? filterOf(credential.selector, null) : undefined

/** The agents that somebody sees: their own, an administrator all; by a credential those of them that it is for. */
export const ownAgents = (actor: Actor): Pick<AgentFilter, 'ownerId' | 'within'> => ({
  ownerId: actor.role === 'admin' ? undefined : actor.userId,
  within: meantBy(actor),
})

/** The same for one agent. */
export function sees({ role, userId, credential }: Actor, agent: Pick<Agent, 'agentId' | 'tags' | 'user'>): boolean {
  const isMeant = !credential?.selector || selects(credential.selector, agent)
  return isMeant && (role === 'admin' || agent.user._id === userId)
}
