import { randomUUID } from 'node:crypto'
import type { Agent } from '@atalaya/contract/agents'
import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { refuseTooMany } from './agent-limits.ts'
import { applyAgentPatch, type Editable } from './agent-patch.ts'
import { hashAgentToken, newAgentToken } from './agent-tokens.ts'
import { checkBehind } from './behind.ts'

type Needs = {
  tx: RunInTransaction<'agents' | 'audit'>
  signals: AgentSignals
  limits: RateLimits
  /** @throws AppError not_found unless the caller may change it. */
  get(by: Caller, id: string): Promise<Agent>
  /** Publishes the agent's present state, and returns it. */
  publishChange(id: string): Promise<Agent>
  now: () => number
}

/** Changes of agents by people; each one is written with a row of the audit log. */
export function createAgentChanges({ tx, signals, limits, get, publishChange, now }: Needs) {
  type Subject = Pick<Agent, 'agentId' | 'name'>
  const writeAudit = ({ audit }: Pick<Repos, 'audit'>, action: AuditAction, by: Caller, { agentId, name }: Subject) =>
    audit.insert(now(), { action, by, target: { id: agentId, name: name ?? agentId } })

  return {
    async register(
      by: Caller,
      { name = null, tags = [] }: Partial<Pick<Editable, 'name' | 'tags'>>,
    ): Promise<{ agent: Agent; token: string }> {
      const id = randomUUID()
      const token = newAgentToken(id)
      await tx(async (repos) => {
        await refuseTooMany(limits, repos, by)
        await repos.agents.insert({ id, ownerId: by.userId, name, tags, tokenHash: hashAgentToken(token), now: now() })
        await writeAudit(repos, 'agent.registered', by, { agentId: id, name })
      })
      return { agent: await publishChange(id), token }
    },

    async edit(by: Caller, id: string, patch: unknown): Promise<Agent> {
      await get(by, id)
      await tx(async (repos) => {
        const agent = await repos.agents.findForChange(id)
        if (!agent) throw notFound()
        const edited = applyAgentPatch(agent, patch)
        if (edited.behind !== null && edited.behind !== agent.behind) await checkBehind(repos, by, agent, edited.behind)
        await repos.agents.update(id, edited, agent)
        await writeAudit(repos, 'agent.edited', by, agent)
      })
      return publishChange(id)
    },

    async renewToken(by: Caller, id: string): Promise<{ agent: Agent; token: string }> {
      const agent = await get(by, id)
      const token = newAgentToken(id)
      await tx(async (repos) => {
        await repos.agents.setToken(id, hashAgentToken(token))
        await repos.agents.release(id)
        // A new token also cancels an interrupted removal: the owner keeps the agent.
        await repos.agents.cancelRemoval(id)
        await writeAudit(repos, 'agent.token_renewed', by, agent)
      })
      signals.disconnect(id)
      return { agent: await publishChange(id), token }
    },

    /** Ends a quarantine: the first program to connect with the token is the agent again. */
    async release(by: Caller, id: string): Promise<Agent> {
      const agent = await get(by, id)
      if (!agent.quarantine) return agent
      await tx(async (repos) => {
        await repos.agents.release(id)
        await writeAudit(repos, 'agent.released', by, agent)
      })
      return publishChange(id)
    },
  }
}

export const notFound = () => new AppError('not_found', 'There is no such agent', { code: 'agents.not_found' })
