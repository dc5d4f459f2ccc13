import { closeCode } from '@atalaya/contract/agent-protocol'
import { z } from 'zod'
import type { Bus } from '#server/events/bus.ts'
import type { AgentSession } from './session.ts'

const SUBJECT = 'agents.connected'
const arrival = z.object({ agentId: z.string(), epoch: z.int() })

/** Which agent is connected to this process: one connection each, the newest wins, on all instances. */
export function createRegistry(bus: Bus) {
  const sessions = new Map<string, AgentSession>()

  function supersede(agentId: string, epoch: number): void {
    const held = sessions.get(agentId)
    if (held && held.epoch < epoch) held.connection.close(closeCode.superseded, 'A newer connection took over')
  }

  const stopHearing = bus.subscribe(SUBJECT, (message) => {
    const { agentId, epoch } = arrival.parse(message)
    supersede(agentId, epoch)
  })

  return {
    /** Takes a connection in and ends an older one; false where a newer one is already here. */
    add(session: AgentSession): boolean {
      const held = sessions.get(session.agentId)
      if (held && held.epoch > session.epoch) return false
      sessions.set(session.agentId, session)
      held?.connection.close(closeCode.superseded, 'A newer connection took over')
      void bus.publish(SUBJECT, { agentId: session.agentId, epoch: session.epoch })
      return true
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
