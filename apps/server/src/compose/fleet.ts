import type { FastifyInstance } from 'fastify'
import { agentFileSettings, createAgentFile } from '#server/agents/agent-file.ts'
import { LIST_TABLES, LISTS_CACHED_MAX, type ListAnswer } from '#server/agents/agent-list.ts'
import { agentsRoutes } from '#server/agents/agents.routes.ts'
import { createAgentsService } from '#server/agents/agents.service.ts'
import { type CommandSettings, commandSettings } from '#server/commands/reaper.ts'
import { createRegistry } from '#server/connections/registry.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import { createReadCache, type WriteCounter } from '#server/db/read-cache.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Bus } from '#server/events/bus.ts'
import type { Live } from '#server/events/live.ts'
import { createAdmission } from '#server/gateway/admission.ts'
import { gatewayRoutes } from '#server/gateway/gateway.routes.ts'
import { type GatewaySettings, gatewaySettings } from '#server/gateway/settings.ts'
import { syncRoutes } from '#server/gateway/sync.routes.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { attentionRoutes } from '#server/operations/attention.routes.ts'
import type { Gauges } from '#server/operations/metrics.ts'
import { createCommit } from '#server/telemetry/commit.ts'
import { createIngest, type IngestSettings, ingestSettings } from '#server/telemetry/ingest.ts'
import { createPublish } from '#server/telemetry/live-data.ts'
import { createMaintenance, maintenanceSettings, telemetryJobs } from '#server/telemetry/maintenance.ts'
import { createMetricSets } from '#server/telemetry/metric-sets.ts'
import { createNewestMinutes } from '#server/telemetry/newest-minutes.ts'
import { createNewestNumbers, numbersSettings } from '#server/telemetry/newest-numbers.ts'
import { createPartitions } from '#server/telemetry/partitions.ts'
import { createPublishQueue } from '#server/telemetry/publish-queue.ts'
import { createRangeReader } from '#server/telemetry/range.ts'
import { createDataRemoval, createRetention, createSurplusRemoval } from '#server/telemetry/retention.ts'
import { createRollup } from '#server/telemetry/rollup.ts'
import { telemetryRoutes } from '#server/telemetry/telemetry.routes.ts'
import { createTelemetryService } from '#server/telemetry/telemetry.service.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { createCommands } from './commands.ts'
import { createGateway } from './gateway.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

/** Times and bounds of the fleet, and the agent's file; tests pass others. */
export type FleetSettings = GatewaySettings &
  IngestSettings &
  typeof numbersSettings &
  CommandSettings &
  typeof maintenanceSettings &
  typeof agentFileSettings

type Needs = {
  repos: Repos
  tx: RunInAnyTransaction
  writes: WriteCounter
  hasRoom(): boolean
  runExclusive: RunExclusive
  bus: Bus
  live: Live
  signals: AgentSignals
  faults: Faults
  limits: RateLimits
  now: () => number
  times: Partial<FleetSettings>
  retentionDays: number
}

/** Composes everything about agents: the agents themselves, their connections, their data. */
export async function createFleet(needs: Needs) {
  const { hasRoom, repos, tx, writes, runExclusive, bus, live, signals, limits, faults, now, times, retentionDays } =
    needs
  const settings: FleetSettings = {
    ...gatewaySettings,
    ...ingestSettings,
    ...numbersSettings,
    ...commandSettings,
    ...maintenanceSettings,
    ...agentFileSettings,
    ...times,
  }
  const onError = (error: unknown) => faults.report('job', error)
  const recentLists = createReadCache<ListAnswer>(writes, LIST_TABLES, now, LISTS_CACHED_MAX)
  const readAgentFile = createAgentFile(settings.agentFile)
  const agents = createAgentsService({
    repo: repos.agents,
    tx,
    live,
    signals,
    limits,
    readAgentFile,
    removeData: createDataRemoval(repos.retention),
    findRecent: recentLists,
    now,
  })

  const sets = createMetricSets(repos.metricSets, now, onError)
  const withRecords = new Set<number>()
  const published = createPublishQueue({ publish: createPublish(live, bus.maxBytes), live, onError })
  const numbers = createNewestNumbers({ repo: repos.numbers, settings, onError })
  const commit = createCommit({ tx, hasRoom, sets, withRecords, listeners: [numbers.add, published.add], faults, now })
  const ingest = createIngest({ sets, commit, settings, now })
  const tiers = rollupTiers(retentionDays)
  const minutes = createNewestMinutes({ metricNamesOf: repos.rollups.metricNamesOf, now })
  const rollup = createRollup({ repo: repos.rollups, tx, tiers, onStored: minutes.add })
  const partitions = createPartitions({ repo: repos.partitions, tx, tiers, now })
  const dropExpired = createRetention({ repo: repos.retention, partitions, rollup, tiers, now })
  const removeExpired = () => agents.finishRemovals().catch(onError).then(dropExpired)
  const removeSurplus = createSurplusRemoval({ repo: repos.retention, withRecords, onError })
  const jobs = telemetryJobs({ rollup, removeExpired, removeSurplus, tiers, runExclusive })
  const maintenance = createMaintenance({ jobs, settings, faults, now })
  const readRanges = createRangeReader({ repo: repos.rollups, rollup, tiers, now })

  const registry = createRegistry(bus)
  const commands = createCommands({ repos, tx, bus, live, agents, registry, limits, settings, faults, onError, now })
  const { reports } = commands
  const gateway = await createGateway({
    repos,
    tx,
    bus,
    signals,
    registry,
    reports,
    settings,
    ingest: { ...ingest, close: () => ingest.close().then(published.close).then(numbers.close) },
    announce: (ids) => agents.announce(ids),
    faults,
    onError,
    now,
  })
  const telemetry = createTelemetryService({
    repo: repos.records,
    agents,
    ingest,
    readRanges,
    now,
    onPosted: gateway.recordPost,
  })
  const admission = createAdmission({ settings, findIdentity: agents.findIdentity, now })

  const gauges: Gauges = {
    agents_connected: { help: 'Agents with a live connection', read: gateway.countConnected },
    telemetry_waiting: { help: 'Samples and records waiting to be stored', read: ingest.waiting },
  }

  return {
    agents,
    minutes,
    authenticate: (token: string) => agents.authenticateActor(token),
    gauges,

    async routes(app: FastifyInstance): Promise<void> {
      app.addHook('preClose', async () => {
        await Promise.all([maintenance.close(), commands.close()])
      })
      await app.register(agentsRoutes, { service: agents, readAgentFile })
      await app.register(commands.routes)
      await app.register(attentionRoutes, { agents, commands: commands.service })
      await app.register(telemetryRoutes, { service: telemetry })
      await app.register(gatewayRoutes, { gateway, settings, admission, faults })
      await app.register(syncRoutes, { gateway, settings, admission })
    },
  }
}
