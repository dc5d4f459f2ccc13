import { closeCode } from '@atalaya/contract/agent-protocol'
import type { Registry } from '#server/connections/registry.ts'
import { inParts } from '#server/domain/in-parts.ts'
import type { GatewaySettings } from './settings.ts'

/** Agents that get a frame, or lose their connection, in one turn: each takes some 50 µs. */
const AGENTS_PER_TURN = 100

/** Disconnects the agents of this process before it ends. */
export function createDrain(registry: Registry, settings: GatewaySettings) {
  return {
    /** Asks every agent to reconnect later, each at another time, so that they don't all come at once. */
    async askToReconnect(): Promise<void> {
      const sessions = registry.all()
      const spreadMs = Math.max(settings.drainSpreadMs, (sessions.length / settings.upgradesPerSecond) * 1000)
      for await (const some of inParts(sessions, AGENTS_PER_TURN)) {
        for (const { connection } of some) {
          connection.send({ v: 1, t: 'drain', d: { reconnectInMs: Math.round(Math.random() * spreadMs) } })
        }
      }
    },

    async closeAll(reason: string): Promise<void> {
      for await (const some of inParts(registry.all(), AGENTS_PER_TURN)) {
        for (const { connection } of some) connection.close(closeCode.draining, reason)
      }
    },
  }
}
export type Drain = ReturnType<typeof createDrain>
