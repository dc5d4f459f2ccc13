import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Peer } from '#server/connections/agent-session.ts'
import type { Registry } from '#server/connections/registry.ts'
import type { Holder } from './holders.ts'

type Needs = {
  tx: RunInTransaction<'audit' | 'gateway'>
  registry: Registry
  announce(agentIds: string[]): Promise<void>
  now: () => number
}
type Suspicion = { foundEpoch: number; reason: string; holders: Holder[] }

/** Puts an agent into quarantine when a second program uses its token. */
export function createQuarantine({ tx, registry, announce, now }: Needs) {
  /** Stores the quarantine. False if another connection of the agent came first: the caller then judges again. */
  return async ({ agentId, ip }: Peer, { foundEpoch, reason, holders }: Suspicion): Promise<boolean> => {
    const isStored = await tx(async (repos) => {
      if (!(await repos.gateway.quarantine(agentId, foundEpoch, reason, holders, now()))) return false
      const by = { userId: null, username: 'the server', ip }
      const target = { id: agentId, name: holders.at(-1)?.hostname || agentId }
      await repos.audit.insert(now(), { action: 'agent.quarantined', by, target, details: reason })
      return true
    })
    if (!isStored) return false
    registry.keepOut(agentId, foundEpoch + 1)
    await announce([agentId])
    return true
  }
}
export type PutInQuarantine = ReturnType<typeof createQuarantine>
