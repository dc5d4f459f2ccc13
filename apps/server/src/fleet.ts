import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createAgentFile } from './agents/agent-file.ts'
import { createAgentSignals } from './agents/agent-signals.ts'
import { agentsRoutes } from './agents/agents.routes.ts'
import { createAgentsService } from './agents/agents.service.ts'
import type { Repos, RunInTransaction } from './db/repos.ts'
import type { Bus } from './events/bus.ts'
import type { Live } from './events/live.ts'
import { gatewayRoutes } from './gateway/gateway.routes.ts'
import { createGateway } from './gateway/gateway.ts'
import { type GatewaySettings, gatewaySettings } from './gateway/settings.ts'
import type { Gauges } from './operations/metrics.ts'
import { createIngest, type IngestSettings, ingestSettings, type Stored } from './telemetry/ingest.ts'
import { createMetricSets } from './telemetry/metric-sets.ts'
import { telemetryRoutes } from './telemetry/telemetry.routes.ts'
import { createTelemetryService } from './telemetry/telemetry.service.ts'

/** Times and bounds of the fleet; tests pass shorter ones. */
export type FleetSettings = GatewaySettings & IngestSettings

type Needs = {
  repos: Repos
  tx: RunInTransaction
  bus: Bus
  live: Live
  log: FastifyBaseLogger
  now: () => number
  times: Partial<FleetSettings>
}

/** Puts together all that has to do with agents: who they are, their connections, their data. */
export async function createFleet({ repos, tx, bus, live, log, now, times }: Needs) {
  const settings: FleetSettings = { ...gatewaySettings, ...ingestSettings, ...times }
  const onError = (error: unknown) => log.error({ err: error }, 'the fleet could not store something')
  const signals = createAgentSignals(bus)
  const agents = createAgentsService({ repo: repos.agents, tx, live, signals, now })

  const publish = (stored: Stored[]) => {
    for (const { ownerId, samples, records } of stored) {
      void live.emit({ type: 'agent.data', data: { samples, records } }, { userIds: [ownerId], admins: true })
    }
  }
  const sets = createMetricSets(repos.telemetry, now)
  const wantsLive = () => live.count() > 0
  const ingest = createIngest({ tx, sets, settings, publish, wantsLive, onError, now })
  const telemetry = createTelemetryService({ repo: repos.telemetry, agents, ingest, now })

  const announce = (ids: string[]) => agents.announce(ids)
  const gateway = createGateway({ repo: repos.gateway, bus, signals, ingest, settings, announce, onError, now })
  await gateway.start()

  const gauges: Gauges = {
    agents_connected: { help: 'Agents with a live connection', read: gateway.connected },
    telemetry_waiting: { help: 'Samples and records waiting to be stored', read: ingest.waiting },
  }

  return {
    authenticate: (token: string) => agents.authenticateActor(token),
    gauges,

    async routes(app: FastifyInstance): Promise<void> {
      await app.register(agentsRoutes, { service: agents, readAgentFile: createAgentFile() })
      await app.register(telemetryRoutes, { service: telemetry })
      await app.register(gatewayRoutes, { gateway, settings, identify: agents.identity, now })
    },
  }
}
