import { closeCode } from '@atalaya/contract/agent-protocol'
import type { Registry } from '#server/connections/registry.ts'
import type { GatewaySettings } from './settings.ts'

/** Disconnects the agents of this process before it ends. */
export function createDrain(registry: Registry, settings: GatewaySettings) {
  return {
    /** Asks every agent to reconnect later, each at another time, so that they don't all come at once. */
    askToReconnect(): void {
      const sessions = registry.all()
      const spreadMs = Math.max(settings.drainSpreadMs, (sessions.length / settings.upgradesPerSecond) * 1000)
      for (const { connection } of sessions) {
        connection.send({ v: 1, t: 'drain', d: { reconnectInMs: Math.round(Math.random() * spreadMs) } })
      }
    },

    closeAll(reason: string): void {
      for (const { connection } of registry.all()) connection.close(closeCode.draining, reason)
    },
  }
}
export type Drain = ReturnType<typeof createDrain>
