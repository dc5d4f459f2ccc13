import { randomUUID } from 'node:crypto'
import type { Peer } from '#server/connections/agent-session.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Gateway } from './gateway.ts'
import { createPolledConnection, type PolledConnection } from './polled-connection.ts'
import type { GatewaySettings } from './settings.ts'

/** Session of an agent that connects by plain requests. */
export type SyncSession = { id: string; polled: PolledConnection }

/** Sessions by plain requests: the newest one of each agent. */
export function createSyncSessions(gateway: Gateway, settings: GatewaySettings) {
  const sessions = new Map<string, SyncSession>()

  function forget(agentId: string, id: string): void {
    if (sessions.get(agentId)?.id === id) sessions.delete(agentId)
  }

  return {
    open(peer: Peer): SyncSession {
      const id = randomUUID()
      let session: SyncSession | undefined
      gateway.accept(peer, (handlers) => {
        const polled = createPolledConnection(settings, handlers, () => forget(peer.agentId, id))
        session = { id, polled }
        return polled.connection
      })
      if (!session) throw new Error('The gateway did not open a session')
      sessions.set(peer.agentId, session)
      return session
    },
    /** @throws AppError gone: this instance does not hold the session (any more); the agent sends a new hello. */
    find(agentId: string, id: string): SyncSession {
      const session = sessions.get(agentId)
      if (session?.id === id) return session
      throw new AppError('gone', 'The session is over; begin a new one with hello', { code: 'agents.session_over' })
    },
  }
}
