import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { Bus } from './bus.ts'

const SUBJECT = 'agents.disconnect'
const OWNER_SUBJECT = 'agents.owner_out'

/** Ends the connections of an agent, wherever it is connected: its token is no longer good. */
const disconnect = z.object({ agentId: id })

/**
 * Ends the connections of all agents of an account: for good if it is deleted, otherwise until it is activated again.
 */
const ownerOut = z.object({ ownerId: id, isGone: z.boolean() })
type OwnerOut = z.infer<typeof ownerOut>

/** Messages between instances about agents. */
export function createAgentSignals(bus: Bus) {
  return {
    disconnect: (agentId: string): void => bus.publish(SUBJECT, { agentId }),
    onDisconnect: (handler: (agentId: string) => void): (() => void) =>
      bus.subscribe(SUBJECT, (message) => handler(disconnect.parse(message).agentId)),

    ownerOut: (out: OwnerOut): void => bus.publish(OWNER_SUBJECT, out),
    onOwnerOut: (handler: (out: OwnerOut) => void): (() => void) =>
      bus.subscribe(OWNER_SUBJECT, (message) => handler(ownerOut.parse(message))),
  }
}
export type AgentSignals = ReturnType<typeof createAgentSignals>
