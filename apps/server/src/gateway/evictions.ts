import { closeCode } from '@atalaya/contract/agent-protocol'
import { OWNER_INACTIVE, type Registry } from '#server/connections/registry.ts'
import { inParts } from '#server/domain/in-parts.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Bus } from '#server/events/bus.ts'
import type { GatewayRepo } from './gateway.repo.ts'
import { recheck } from './recheck.ts'

/** Connections ended in one turn; each takes some 50 µs. */
const ENDED_PER_TURN = 100

type Needs = {
  repo: Pick<GatewayRepo, 'connectionRightsOf'>
  registry: Registry
  signals: AgentSignals
  bus: Pick<Bus, 'onGap'>
  announce(agentIds: string[]): Promise<void>
  onError(error: unknown): void
}

/** Ends connections of agents that may not stay. A message does so at once; the database decides if some were lost. */
export function createEvictions({ repo, registry, signals, bus, announce, onError }: Needs) {
  const stops = [
    signals.onDisconnect((agentId) => {
      for (const { connection } of registry.ofAgent(agentId)) {
        connection.close(closeCode.revoked, 'The token is no longer good')
      }
    }),
    signals.onOwnerDisconnect(async ({ ownerId, isGone }) => {
      const connections = registry.ofOwner(ownerId)
      for await (const some of inParts(connections, ENDED_PER_TURN)) {
        for (const { connection } of some) {
          if (isGone) connection.close(closeCode.revoked, 'The account of this agent was deleted')
          else connection.close(closeCode.pending, OWNER_INACTIVE)
        }
      }
      if (!isGone) announce(connections.map(({ agentId }) => agentId)).catch(onError)
    }),
    bus.onGap(() => recheck(registry, repo)),
  ]

  return {
    close(): void {
      for (const stop of stops) stop()
    },
  }
}
export type Evictions = ReturnType<typeof createEvictions>
