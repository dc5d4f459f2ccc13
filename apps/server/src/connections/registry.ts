import { closeCode } from '@atalaya/contract/agent-protocol'
import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { Bus } from '#server/events/bus.ts'
import type { AgentSession, Connection, Peer } from './agent-session.ts'

const SUBJECT = 'agents.connected'
const arrival = z.object({ agentId: id, epoch: z.int(), isKeptOut: z.boolean() })

/** Message to an agent in quarantine. */
export const QUARANTINED = 'Two programs use this token; its owner decides which one stays'
/** Message to an agent of a deactivated account. */
export const OWNER_INACTIVE = 'The account of this agent is deactivated; try again later'

/** A connection whose hello is awaited or being stored, and the newest known epoch of its agent. */
type Arriving = Peer & { connection: Connection; newestEpoch: number }

/** Agents connected to this process: one connection each. The newest wins, on all instances. */
export function createRegistry(bus: Bus) {
  const sessions = new Map<string, AgentSession>()
  // Connections of each agent before their hello is stored. Messages that end sessions end these too, so that an agent
  // that is just connecting does not miss them.
  const arriving = new Map<string, Map<Connection, Arriving>>()

  const arrivingOf = (agentId: string): Arriving[] => [...(arriving.get(agentId)?.values() ?? [])]

  function forget({ agentId }: Pick<Peer, 'agentId'>, connection: Connection): void {
    const ofAgent = arriving.get(agentId)
    ofAgent?.delete(connection)
    if (ofAgent?.size === 0) arriving.delete(agentId)
  }

  function supersede({ agentId, epoch, isKeptOut }: z.infer<typeof arrival>): void {
    for (const peer of arrivingOf(agentId)) peer.newestEpoch = Math.max(peer.newestEpoch, epoch)
    const current = sessions.get(agentId)
    if (!current || current.epoch >= epoch) return
    if (isKeptOut) current.connection.close(closeCode.pending, QUARANTINED)
    else current.connection.close(closeCode.superseded, 'A newer connection took over')
  }

  const unsubscribe = bus.subscribe(SUBJECT, (message) => {
    supersede(arrival.parse(message))
  })

  return {
    /** Registers a connection before its agent is admitted, until `add` or `forget`. */
    expect: (peer: Peer, connection: Connection): void => {
      const ofAgent = arriving.get(peer.agentId) ?? new Map<Connection, Arriving>()
      arriving.set(peer.agentId, ofAgent.set(connection, { ...peer, connection, newestEpoch: 0 }))
    },
    forget,
    /** Adds a session and ends an older one of its agent; false if there is a newer one. */
    add(session: AgentSession): boolean {
      const newestEpoch = arriving.get(session.agentId)?.get(session.connection)?.newestEpoch ?? 0
      forget(session, session.connection)
      const current = sessions.get(session.agentId)
      if (Math.max(newestEpoch, current?.epoch ?? 0) > session.epoch) return false
      sessions.set(session.agentId, session)
      current?.connection.close(closeCode.superseded, 'A newer connection took over')
      bus.publish(SUBJECT, { agentId: session.agentId, epoch: session.epoch, isKeptOut: false })
      return true
    },
    /** Ends connections of an agent in quarantine, at every instance, that are older than this epoch. */
    keepOut(agentId: string, epoch: number): void {
      bus.publish(SUBJECT, { agentId, epoch, isKeptOut: true })
    },
    /** Removes a session that ended; false if it was superseded. */
    remove(session: AgentSession): boolean {
      if (sessions.get(session.agentId) !== session) return false
      return sessions.delete(session.agentId)
    },
    get: (agentId: string): AgentSession | undefined => sessions.get(agentId),
    has: (agentId: string): boolean => sessions.has(agentId),
    all: (): AgentSession[] => [...sessions.values()],
    /** Connections of an agent, including those that are not admitted yet. */
    ofAgent: (agentId: string): (Peer & { connection: Connection })[] => [
      ...arrivingOf(agentId),
      ...[sessions.get(agentId) ?? []].flat(),
    ],
    /** Connections of all agents of an account, including those that are not admitted yet. */
    ofOwner: (ownerId: string): (Peer & { connection: Connection })[] =>
      [...sessions.values(), ...[...arriving.keys()].flatMap(arrivingOf)].filter((peer) => peer.ownerId === ownerId),
    count: (): number => sessions.size,
    close: unsubscribe,
  }
}
export type Registry = ReturnType<typeof createRegistry>
