import type { Agent } from '@atalaya/contract/agents'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { AgentsRepo } from './agents.repo.ts'

type Needs = {
  repo: Pick<AgentsRepo, 'find' | 'listBegunRemovals'>
  tx: RunInTransaction<'agents' | 'audit'>
  signals: Pick<AgentSignals, 'disconnect'>
  /** @throws AppError not_found unless the caller may change it. */
  get(by: Caller, id: string): Promise<Agent>
  /** Publishes the present state of these agents. */
  announce(ids: string[]): Promise<void>
  /** Publishes the removal of an agent. */
  publishRemoval(agent: Agent): void
  /** Removes the telemetry of deleted agents, a page at a time. */
  removeData(refs: number[]): Promise<void>
  now: () => number
}

/**
 * Removes agents: first their token, then their commands in parts, then the agent itself, then its telemetry. Other
 * changes wait for one part at most.
 */
export function createAgentRemoval(needs: Needs) {
  const { repo, tx, signals, get, announce, publishRemoval, removeData, now } = needs

  /**
   * Finishes a begun removal, unless the agent gets a new token meanwhile. Two concurrent calls are harmless: each
   * removes the rows that it finds.
   */
  async function finish(id: string): Promise<void> {
    const agent = await repo.find(id)
    while (await tx(({ agents }) => agents.removePart(id))) {}
    const { ref, formerlyBehind } = await tx(async ({ agents }) => {
      const formerlyBehind = await agents.directlyBehind(id)
      return { ref: await agents.endRemoval(id), formerlyBehind }
    })
    if (!agent || ref === null) return
    signals.disconnect(id)
    publishRemoval(agent)
    await announce(formerlyBehind)
    await removeData([ref])
  }

  return {
    async remove(by: Caller, id: string): Promise<void> {
      const { name } = await get(by, id)
      await tx(async ({ agents, audit }) => {
        if (!(await agents.beginRemoval(id))) return
        await audit.insert(now(), { action: 'agent.deleted', by, target: { id, name: name ?? id } })
      })
      signals.disconnect(id)
      await finish(id)
    },

    /** Finishes interrupted removals. A restart or an unreachable database interrupts one. */
    async finishRemovals(): Promise<void> {
      for (const id of await repo.listBegunRemovals()) await finish(id)
    },
  }
}
