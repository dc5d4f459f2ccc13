import { randomUUID } from 'node:crypto'
import type { Reports } from '#server/commands/reports.ts'
import type { Registry } from '#server/connections/registry.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Bus } from '#server/events/bus.ts'
import { createArrivals } from '#server/gateway/arrival.ts'
import { createDrain } from '#server/gateway/drain.ts'
import { createEvictions } from '#server/gateway/evictions.ts'
import { createGateway as createGatewayOf } from '#server/gateway/gateway.ts'
import { createInbound } from '#server/gateway/inbound.ts'
import { createInstances } from '#server/gateway/instances.ts'
import { createPresence } from '#server/gateway/presence.ts'
import { createQuarantine } from '#server/gateway/quarantine.ts'
import { createSession } from '#server/gateway/session.ts'
import type { GatewaySettings } from '#server/gateway/settings.ts'
import type { Ingest } from '#server/telemetry/ingest.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = {
  repos: Repos
  tx: RunInAnyTransaction
  bus: Bus
  signals: AgentSignals
  registry: Registry
  ingest: Ingest
  reports: Reports
  settings: GatewaySettings
  announce(agentIds: string[]): Promise<void>
  faults: Faults
  onError(error: unknown): void
  now: () => number
}

/** Composes the gateway, before the first agent connects. */
export async function createGateway(needs: Needs) {
  const { repos, tx, bus, signals, registry, ingest, reports, settings, announce, faults, onError, now } = needs
  const repo = repos.gateway
  const instance = randomUUID()
  const presence = createPresence({ repo, posts: repos.posts, settings, announce, onError, now })
  const putInQuarantine = createQuarantine({ tx, registry, announce, now })
  const arrive = createArrivals({ repo, putInQuarantine, settings, instance, now })
  const inbound = createInbound({ presence, ingest, reports, faults })
  const evictions = createEvictions({ repo, registry, signals, bus, announce, onError })
  const drain = createDrain(registry, settings)
  const instances = createInstances({
    repo: repos.instances,
    instance,
    settings,
    onError,
    onSilent: presence.loseInstance,
    async onGivenUp() {
      await drain.askToReconnect()
      await drain.closeAll('The server was away for too long')
    },
  })
  // Without a shared bus there is no other instance.
  await presence.begin(bus.isShared ? await instances.start() : [])

  const conversation = { arrive, inbound, registry, presence, settings, onError }
  return createGatewayOf({
    registry,
    presence,
    ingest,
    evictions,
    instances,
    drain,
    accept: (peer, connect) => createSession(peer, connect, conversation),
  })
}
