import { closeCode } from '@atalaya/contract/agent-protocol'
import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { Bus } from '#server/events/bus.ts'
import type { AgentSession } from './agent-session.ts'

const SUBJECT = 'agents.connected'
const arrival = z.object({ agentId: id, epoch: z.int(), isKeptOut: z.boolean() })

/** What an agent in quarantine hears. */
export const QUARANTINED = 'Two programs use this token; its owner decides which one stays'
/** What an agent of a deactivated account hears. */
export const OWNER_INACTIVE = 'The account of this agent is deactivated; try again later'

/** Which agent is connected to this process: one connection each, the newest wins, on all instances. */
export function createRegistry(bus: Bus) {
  const sessions = new Map<string, AgentSession>()

  function supersede({ agentId, epoch, isKeptOut }: z.infer<typeof arrival>): void {
    const held = sessions.get(agentId)
    if (!held || held.epoch >= epoch) return
    if (isKeptOut) held.connection.close(closeCode.pending, QUARANTINED)
    else held.connection.close(closeCode.superseded, 'A newer connection took over')
  }

  const stopHearing = bus.subscribe(SUBJECT, (message) => {
    supersede(arrival.parse(message))
  })

  return {
    /** Takes a connection in and ends an older one; false where a newer one is already here. */
    add(session: AgentSession): boolean {
      const held = sessions.get(session.agentId)
      if (held && held.epoch > session.epoch) return false
      sessions.set(session.agentId, session)
      held?.connection.close(closeCode.superseded, 'A newer connection took over')
      bus.publish(SUBJECT, { agentId: session.agentId, epoch: session.epoch, isKeptOut: false })
      return true
    },
    /** Ends the connection of an agent that is kept out from this epoch on, wherever it is. */
    keepOut(agentId: string, epoch: number): void {
      bus.publish(SUBJECT, { agentId, epoch, isKeptOut: true })
    },
    /** Forgets a connection that ended; false where it was superseded. */
    remove(session: AgentSession): boolean {
      if (sessions.get(session.agentId) !== session) return false
      return sessions.delete(session.agentId)
    },
    get: (agentId: string): AgentSession | undefined => sessions.get(agentId),
    has: (agentId: string): boolean => sessions.has(agentId),
    all: (): AgentSession[] => [...sessions.values()],
    count: (): number => sessions.size,
    close: stopHearing,
  }
}
export type Registry = ReturnType<typeof createRegistry>
