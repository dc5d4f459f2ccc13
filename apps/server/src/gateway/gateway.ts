import { randomUUID } from 'node:crypto'
import { closeCode } from '@atalaya/contract/agent-protocol'
import type { Reports } from '#server/commands/reports.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Connect, Peer } from '#server/connections/agent-session.ts'
import { OWNER_INACTIVE, type Registry } from '#server/connections/registry.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Bus } from '#server/events/bus.ts'
import type { Ingest } from '#server/telemetry/ingest.ts'
import { createArrivals } from './arrival.ts'
import { createDispatch } from './inbound.ts'
import type { GatewayRepo } from './gateway.repo.ts'
import type { InstancesRepo } from './instances.repo.ts'
import { createInstances } from './instances.ts'
import { createPresence } from './presence.ts'
import { recheck } from './recheck.ts'
import { createSession } from './session.ts'
import type { GatewaySettings } from './settings.ts'

type Needs = {
  repo: GatewayRepo
  tx: RunInTransaction
  signals: AgentSignals
  instances: InstancesRepo
  bus: Pick<Bus, 'isShared' | 'onGap'>
  ingest: Ingest
  registry: Registry
  reports: Reports
  settings: GatewaySettings
  announce(agentIds: string[]): Promise<void>
  faults: Faults
  onError(error: unknown): void
  now: () => number
}

/** Holds the agents' connections. */
export function createGateway(needs: Needs) {
  const { repo, tx, bus, registry, reports, signals, ingest, settings, announce, faults, onError, now } = needs
  const instance = randomUUID()
  const presence = createPresence({ repo, settings, announce, onError, now })
  const arrive = createArrivals({ repo, tx, registry, settings, announce, instance, now })
  const dispatch = createDispatch({ presence, ingest, reports, faults })
  const stopHearing = signals.onDisconnect((agentId) => {
    registry.get(agentId)?.connection.close(closeCode.revoked, 'The token is no longer good')
  })
  const stopHearingOfOwners = signals.onOwnerOut(({ ownerId, isGone }) => {
    const theirs = registry.all().filter((session) => session.ownerId === ownerId)
    for (const { connection } of theirs) {
      if (isGone) connection.close(closeCode.revoked, 'The account of this agent was deleted')
      else connection.close(closeCode.pending, OWNER_INACTIVE)
    }
    if (!isGone) announce(theirs.map(({ agentId }) => agentId)).catch(onError)
  })
  const stopHearingOfGaps = bus.onGap(() => recheck(registry, repo))
  const lease = createInstances({
    ...{ repo: needs.instances, own: instance, settings, onError },
    onSilent: presence.lost,
    onGivenUp: () => {
      drain()
      sendAway('The server was away for too long')
    },
  })
  let isClosing = false

  /** Tells every agent to come back later, each at a time of its own, so that they don't all come at once. */
  function drain(): void {
    const sessions = registry.all()
    const spreadMs = Math.max(settings.drainSpreadMs, (sessions.length / settings.upgradesPerSecond) * 1000)
    for (const { connection } of sessions) {
      connection.send({ v: 1, t: 'drain', d: { reconnectInMs: Math.round(Math.random() * spreadMs) } })
    }
  }

  function sendAway(reason: string): void {
    for (const { connection } of registry.all()) connection.close(closeCode.draining, reason)
  }

  return {
    /** Before the first connection. A bus of its own means that there is no other instance. */
    start: async (): Promise<void> => presence.begin(bus.isShared ? await lease.start() : []),

    accept(peer: Peer, connect: Connect): void {
      createSession(peer, connect, {
        ...{ arrive, dispatch, registry, presence, reports, settings, onError },
      })
    },
    isClosing: (): boolean => isClosing,
    connected: registry.count,

    /** Ends in order: no new connections, agents told, what they sent stored and acknowledged, connections closed. */
    async close(): Promise<void> {
      isClosing = true
      stopHearing()
      stopHearingOfOwners()
      stopHearingOfGaps()
      await lease.close()
      drain()
      await ingest.close()
      sendAway('The server is stopping')
      await presence.close()
      registry.close()
    },
  }
}
export type Gateway = ReturnType<typeof createGateway>
