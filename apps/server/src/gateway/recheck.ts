import { closeCode } from '@atalaya/contract/agent-protocol'
import type { AgentSession } from '#server/connections/agent-session.ts'
import { OWNER_INACTIVE, QUARANTINED, type Registry } from '#server/connections/registry.ts'
import type { ConnectionRights, GatewayRepo } from './gateway.repo.ts'

const BATCH_SIZE = 500

/**
 * Checks in the database that every connection of this process may stay. Messages end connections at once; this check
 * ends those whose message was lost.
 */
export async function recheck(registry: Registry, repo: Pick<GatewayRepo, 'connectionRightsOf'>): Promise<void> {
  const sessions = registry.all()
  for (let start = 0; start < sessions.length; start += BATCH_SIZE) {
    const some = sessions.slice(start, start + BATCH_SIZE)
    const rights = await repo.connectionRightsOf(some.map(({ agentId }) => agentId))
    for (const session of some) endIfOver(session, rights.get(session.agentId))
  }
}

function endIfOver({ connection, tokenHash, epoch }: AgentSession, rights: ConnectionRights | undefined): void {
  if (rights?.tokenHash !== tokenHash) connection.close(closeCode.revoked, 'The token is no longer good')
  else if (!rights.isOwnerActive) connection.close(closeCode.pending, OWNER_INACTIVE)
  // Still the newest connection: a quarantine and a newer one both raise the epoch.
  else if (rights.epoch <= epoch) return
  else if (rights.isQuarantined) connection.close(closeCode.pending, QUARANTINED)
  else connection.close(closeCode.superseded, 'A newer connection took over')
}
