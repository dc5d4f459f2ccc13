import { z } from 'zod'
import type { Bus } from '#server/events/bus.ts'

const SUBJECT = 'agents.disconnect'

/** Ends the connections of an agent, wherever it is connected: its token is no longer good. */
const disconnect = z.object({ agentId: z.string() })

/** What instances tell each other about agents. */
export function createAgentSignals(bus: Bus) {
  return {
    disconnect: (agentId: string): Promise<void> => bus.publish(SUBJECT, { agentId }),
    onDisconnect: (handler: (agentId: string) => void): (() => void) =>
      bus.subscribe(SUBJECT, (message) => handler(disconnect.parse(message).agentId)),
  }
}
export type AgentSignals = ReturnType<typeof createAgentSignals>
