import type { Connect, Peer } from '#server/connections/agent-session.ts'
import type { Registry } from '#server/connections/registry.ts'
import type { Ingest } from '#server/telemetry/ingest.ts'
import type { Drain } from './drain.ts'
import type { Evictions } from './evictions.ts'
import type { Instances } from './instances.ts'
import type { Presence } from './presence.ts'

type Needs = {
  /** Begins the conversation with an agent that was admitted. */
  accept(peer: Peer, connect: Connect): void
  registry: Registry
  presence: Presence
  ingest: Ingest
  evictions: Evictions
  instances: Instances
  drain: Drain
}

/** Holds the agents' connections, from the first to the end of this process. */
export function createGateway({ accept, registry, presence, ingest, evictions, instances, drain }: Needs) {
  let isClosing = false

  return {
    accept,
    isClosing: (): boolean => isClosing,
    countConnected: registry.count,
    /** Records that an agent has posted without a connection. */
    recordPost: presence.recordPost,

    /**
     * Ends in order: no new connections, agents notified, received data stored and acknowledged, connections closed.
     */
    async close(): Promise<void> {
      isClosing = true
      evictions.close()
      await instances.close()
      await drain.askToReconnect()
      await ingest.close()
      await drain.closeAll('The server is stopping')
      await presence.close()
      registry.close()
    },
  }
}
export type Gateway = ReturnType<typeof createGateway>
