import { sql } from 'kysely'
import { setupCodeOf } from '#server/auth/setup-code.ts'
import type { BackupSettings } from '#server/backups/backups.service.ts'
import { clientRoutes } from '#server/client/client.routes.ts'
import type { Config } from '#server/config.ts'
import { createFaults } from '#server/containment/faults.ts'
import type { FindDisplayRights } from '#server/credentials/credentials.ts'
import { createExclusiveJobs } from '#server/db/exclusive-jobs.ts'
import type { PostgresWaits } from '#server/db/postgres.ts'
import { createFindDisplayRights } from '#server/displays/display-rights.ts'
import { createAgentSignals } from '#server/events/agent-signals.ts'
import { addLivePosition, eventsRoutes } from '#server/events/events.routes.ts'
import { createLive, type Live } from '#server/events/live.ts'
import { openBus } from '#server/events/open-bus.ts'
import { createRevocations } from '#server/events/revocations.ts'
import { unknownRoute } from '#server/http/errors.ts'
import { createLogger } from '#server/http/logging.ts'
import { isForOthers } from '#server/http/reach.ts'
import { createServer } from '#server/http/server.ts'
import type { UnreadBounds } from '#server/http/unread.ts'
import { createRateLimits } from '#server/limits/rate-limits.ts'
import type { FollowingSettings } from '#server/modules/indexes/following.ts'
import { installationRoutes } from '#server/operations/installation.routes.ts'
import { legalRoutes } from '#server/operations/legal.routes.ts'
import { createLegal } from '#server/operations/legal.service.ts'
import { createMetrics } from '#server/operations/metrics.ts'
import { operationsRoutes } from '#server/operations/operations.routes.ts'
import type { PasswordSettings } from '#server/passwords/passwords.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { createDiskSpace } from '#server/storage/disk-space.ts'
import { createAccounts } from './accounts.ts'
import { type AlertingSettings, createAlerting } from './alerting.ts'
import { createScheduledBackups } from './backups.ts'
import { createChoices } from './choices.ts'
import { createDashboard } from './dashboard.ts'
import { createDisplays, type DisplayTimes } from './displays.ts'
import { createFleet, type FleetSettings } from './fleet.ts'
import { createIntegrations } from './integrations.ts'
import { createThrottledLines } from './log-lines.ts'
import { createModules } from './modules.ts'
import { createForeignNames } from './names.ts'
import { createRepos, transactionsOn } from './repos.ts'
import { openStore } from './store.ts'

/** Times and bounds that no setting of an installation changes; tests pass others. */
export type AppSettings = Partial<
  FleetSettings &
    AlertingSettings &
    BackupSettings &
    DisplayTimes &
    FollowingSettings &
    PasswordSettings &
    UnreadBounds &
    Pick<PostgresWaits, 'connectMs'>
>

/**
 * The composition root: the only place that sees every slice. `now` is the clock, in ms. `times` has intervals of the
 * fleet, of alerts, displays and backups, and the cost of hashing a password. `isNew` says that a missing database or
 * key is missing on purpose.
 */
export async function createApp(config: Config, now: () => number = Date.now, times: AppSettings = {}, isNew = false) {
  const log = createLogger(config.LOG_LEVEL)
  const store = await openStore(config, { warn: (line) => log.error(line), isNew, connectMs: times.connectMs })
  const { db, id, secretKey, writes, storageGuard, writerLost, upgrades } = store
  const repos = createRepos(db, now)
  const tx = transactionsOn(db, now)
  const lines = createThrottledLines(log)
  const faults = createFaults(lines.fault)
  const bus = await openBus(config, faults, id)
  storageGuard.watch({ db, id, secretKey, faults })
  const revocations = createRevocations(bus)
  const live = createLive(bus, revocations, faults)

  const runExclusive = createExclusiveJobs(db, (error) => faults.report('job', error), now)
  const limits = createRateLimits(now, bus)
  const setupCode = setupCodeOf(secretKey)
  const signals = createAgentSignals(bus)
  const warn = (message: string) => log.warn(message)
  const names = createForeignNames()
  const box = createSecretBox(secretKey)
  const needs = {
    config,
    repos,
    tx,
    writes,
    bus,
    live,
    revocations,
    limits,
    runExclusive,
    names,
    box,
    faults,
    warn,
    times,
    now,
  }
  // Called only when a display makes a call, and by then `displayRights` is set.
  const findDisplayRights: FindDisplayRights = (...display) => displayRights(...display)
  const accounts = createAccounts({ ...needs, signals, setupCode, findDisplayRights })
  const { audit } = accounts
  const modules = await createModules({ ...needs, lines })
  const { catalogue } = modules
  const displayRights = createFindDisplayRights({ displays: repos.displays, repo: repos.displayRights, catalogue, now })
  const integrations = createIntegrations({ ...needs, audit })
  const dashboard = createDashboard({ ...needs, catalogue })

  const space = createDiskSpace({ config, warn })
  const hasRoom = () => space().level !== 'full'
  const fleet = await createFleet({ ...needs, signals, hasRoom, retentionDays: config.RETENTION_DAYS })

  const alerting = createAlerting({ ...needs, agents: fleet.agents, minutes: fleet.minutes, audit })
  const choices = createChoices(needs)
  const displays = createDisplays({
    ...needs,
    incidents: alerting.incidents,
    coloursOfDisplay: choices.coloursOfDisplay,
    cookies: accounts.cookies,
    devices: accounts.devices,
  })

  const backups = await createScheduledBackups(needs)

  const app = await createServer(config, log, { ...accounts.authenticator, agent: fleet.authenticate }, times)
  // Checks the storage first: a later failure would say less about the cause.
  app.addHook('onRequest', ({ method }, _reply, done) => {
    if (method !== 'GET' && method !== 'HEAD') storageGuard.assertWritable()
    done()
  })
  addLivePosition(app, live)
  const metrics = createMetrics(app, faults, { ...gaugesOf(live, space), ...fleet.gauges, ...backups.gauges })
  // Pings in a transaction: on SQLite that reaches the writer's thread, too.
  const pingDatabase = async () => void (await db.transaction().execute((tx) => sql`select 1`.execute(tx)))
  await app.register(operationsRoutes, { config, bus, pingDatabase, storageGuard, space, metrics })
  await app.register(installationRoutes, { config, space, lostSecrets: dashboard.lostSecrets, now })
  await app.register(legalRoutes, { service: createLegal({ repo: repos.legal, tx, now }) })
  const slices = [accounts, choices, fleet, alerting, backups, integrations, dashboard, displays]
  for (const { routes } of slices) await app.register(routes)
  await app.register(eventsRoutes, { live, now })
  await app.register(modules.routes, { widgets: dashboard.widgets, tokens: integrations.tokens })
  const additions = { ...additionsOf(config), providers: accounts.providersJson }
  if (config.SERVE_CLIENT) await app.register(clientRoutes, additions)
  else app.setNotFoundHandler(async () => unknownRoute())

  app.addHook('preClose', async () => live.close())
  app.addHook('onClose', async () => {
    await storageGuard.close()
    await bus.close()
    await store.close()
  })
  const code = isForOthers(config) ? setupCode : null
  const lostCounts = [dashboard.lostSecrets.count, integrations.countLost, alerting.countLost, accounts.countLost]
  /** Counts the secrets that the key does not open. */
  const countLostSecrets = async () => (await Promise.all(lostCounts.map((count) => count()))).reduce((a, b) => a + b)
  return { app, hasAccounts: accounts.hasAny, setupCode: code, countLostSecrets, faults, writerLost, upgrades }
}

const gaugesOf = (live: Live, space: ReturnType<typeof createDiskSpace>) => ({
  live_listeners: { help: 'Open live streams', read: live.count },
  disk_free_bytes: { help: 'Free space on the disk of the data folder', read: () => space().freeBytes },
  disk_size_bytes: { help: 'The size of the disk of the data folder', read: () => space().totalBytes },
})

const additionsOf = ({ NOTICE: notice, LANDING_URL: landingUrl, SOURCE_URL: sourceUrl }: Config) => ({
  notice,
  landingUrl,
  sourceUrl,
})
