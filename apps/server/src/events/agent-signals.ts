import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { Bus } from './bus.ts'

const SUBJECT = 'agents.disconnect'
const OWNER_SUBJECT = 'agents.owner_out'

/** Message that ends the connections of an agent at every instance: its token is no longer valid. */
const disconnectMessage = z.object({ agentId: id })

/**
 * Message that ends the connections of all agents of an account. `isGone`: the account is deleted, not only
 * deactivated.
 */
const ownerDisconnectMessage = z.object({ ownerId: id, isGone: z.boolean() })
type OwnerDisconnect = z.infer<typeof ownerDisconnectMessage>

/** Messages between instances about agents. */
export function createAgentSignals(bus: Bus) {
  return {
    disconnect: (agentId: string): void => bus.publish(SUBJECT, { agentId }),
    onDisconnect: (handler: (agentId: string) => void): (() => void) =>
      bus.subscribe(SUBJECT, (message) => handler(disconnectMessage.parse(message).agentId)),

    disconnectOwner: (message: OwnerDisconnect): void => bus.publish(OWNER_SUBJECT, message),
    onOwnerDisconnect: (handler: (message: OwnerDisconnect) => unknown): (() => void) =>
      bus.subscribe(OWNER_SUBJECT, (message) => handler(ownerDisconnectMessage.parse(message))),
  }
}
export type AgentSignals = ReturnType<typeof createAgentSignals>
