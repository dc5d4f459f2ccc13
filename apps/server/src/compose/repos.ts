import { setTimeout as delay } from 'node:timers/promises'
import { createAgentsRepo } from '#server/agents/agents.repo.ts'
import { createFleetSnapshotRepo } from '#server/alerts/fleet-snapshot.repo.ts'
import { createIncidentWritesRepo } from '#server/alerts/incident-writes.repo.ts'
import { createIncidentsRepo } from '#server/alerts/incidents.repo.ts'
import { createAlertRulesRepo } from '#server/alerts/rules.repo.ts'
import { createSilencesRepo } from '#server/alerts/silences.repo.ts'
import { createAlertStatesRepo } from '#server/alerts/states.repo.ts'
import { createAuditRepo } from '#server/audit/audit.repo.ts'
import { createQrRepo } from '#server/auth/qr.repo.ts'
import { createTicketsRepo } from '#server/auth/tickets.repo.ts'
import { createBackupsRepo } from '#server/backups/backups.repo.ts'
import { createBatchesRepo } from '#server/commands/batches.repo.ts'
import { createCommandViewsRepo } from '#server/commands/command-views.repo.ts'
import { createCommandsRepo } from '#server/commands/commands.repo.ts'
import { createFailuresRepo } from '#server/commands/failures.repo.ts'
import { createCredentialsRepo } from '#server/credentials/credentials.repo.ts'
import { createPagesRepo } from '#server/dashboard/pages.repo.ts'
import { createTrashRepo } from '#server/dashboard/trash.repo.ts'
import { createWidgetsRepo } from '#server/dashboard/widgets.repo.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { isDeadlock } from '#server/db/violations.ts'
import { createDisplayCodesRepo } from '#server/displays/codes.repo.ts'
import { createDisplayRightsRepo } from '#server/displays/display-rights.repo.ts'
import { createDisplaysRepo } from '#server/displays/displays.repo.ts'
import { createScreensRepo } from '#server/displays/screens.repo.ts'
import { createFactorsRepo } from '#server/factors/factors.repo.ts'
import { createPasskeysRepo } from '#server/factors/passkeys.repo.ts'
import { createGatewayRepo } from '#server/gateway/gateway.repo.ts'
import { createInstancesRepo } from '#server/gateway/instances.repo.ts'
import { createPostsRepo } from '#server/gateway/posts.repo.ts'
import { createIdentitiesRepo } from '#server/identities/identities.repo.ts'
import { createOidcStartsRepo } from '#server/identities/oidc-starts.repo.ts'
import { createIntegrationStartsRepo } from '#server/integrations/integration-starts.repo.ts'
import { createIntegrationsRepo } from '#server/integrations/integrations.repo.ts'
import { createIndexesRepo } from '#server/modules/indexes/indexes.repo.ts'
import { createPackagesRepo } from '#server/modules/packages.repo.ts'
import { createChannelsRepo } from '#server/notify/channels.repo.ts'
import { createMessagesRepo } from '#server/notify/messages.repo.ts'
import { createOutboxRepo } from '#server/notify/outbox.repo.ts'
import { createLegalRepo } from '#server/operations/legal.repo.ts'
import { createPreferencesRepo } from '#server/preferences/preferences.repo.ts'
import { createGuessingRepo } from '#server/sessions/guessing.repo.ts'
import { createSessionsRepo } from '#server/sessions/sessions.repo.ts'
import { createTokensRepo } from '#server/sessions/tokens.repo.ts'
import { createMetricSetsRepo } from '#server/telemetry/metric-sets.repo.ts'
import { createNumbersRepo } from '#server/telemetry/numbers.repo.ts'
import { createPartitionsRepo } from '#server/telemetry/partitions.repo.ts'
import { createRecordsRepo } from '#server/telemetry/records.repo.ts'
import { createRetentionRepo } from '#server/telemetry/retention.repo.ts'
import { createRollupsRepo } from '#server/telemetry/rollups.repo.ts'
import { createTelemetryRepo } from '#server/telemetry/telemetry.repo.ts'
import { createThemesRepo } from '#server/themes/themes.repo.ts'
import { createRemovalsRepo } from '#server/users/removals.repo.ts'
import { createUsersRepo } from '#server/users/users.repo.ts'
import { createPhotosRepo } from '#server/widget-data/photos.repo.ts'
import { createStorageRepo } from '#server/widget-data/storage.repo.ts'

const creators = {
  agents: createAgentsRepo,
  alertRules: createAlertRulesRepo,
  alertStates: createAlertStatesRepo,
  audit: createAuditRepo,
  backups: createBackupsRepo,
  channels: createChannelsRepo,
  commands: createCommandsRepo,
  commandViews: createCommandViewsRepo,
  failures: createFailuresRepo,
  batches: createBatchesRepo,
  credentials: createCredentialsRepo,
  displayCodes: createDisplayCodesRepo,
  displays: createDisplaysRepo,
  factors: createFactorsRepo,
  gateway: createGatewayRepo,
  photos: createPhotosRepo,
  posts: createPostsRepo,
  guessing: createGuessingRepo,
  identities: createIdentitiesRepo,
  incidents: createIncidentsRepo,
  incidentWrites: createIncidentWritesRepo,
  indexes: createIndexesRepo,
  instances: createInstancesRepo,
  integrations: createIntegrationsRepo,
  legal: createLegalRepo,
  fleetSnapshot: createFleetSnapshotRepo,
  messages: createMessagesRepo,
  metricSets: createMetricSetsRepo,
  numbers: createNumbersRepo,
  oidcStarts: createOidcStartsRepo,
  outbox: createOutboxRepo,
  packages: createPackagesRepo,
  pages: createPagesRepo,
  passkeys: createPasskeysRepo,
  partitions: createPartitionsRepo,
  preferences: createPreferencesRepo,
  qr: createQrRepo,
  displayRights: createDisplayRightsRepo,
  removals: createRemovalsRepo,
  retention: createRetentionRepo,
  rollups: createRollupsRepo,
  screens: createScreensRepo,
  sessions: createSessionsRepo,
  records: createRecordsRepo,
  silences: createSilencesRepo,
  integrationStarts: createIntegrationStartsRepo,
  storage: createStorageRepo,
  telemetry: createTelemetryRepo,
  themes: createThemesRepo,
  trash: createTrashRepo,
  tickets: createTicketsRepo,
  tokens: createTokensRepo,
  users: createUsersRepo,
  widgets: createWidgetsRepo,
}
export type Repos = { [Name in keyof typeof creators]: ReturnType<(typeof creators)[Name]> }

/** Repositories that are made when they are first used: a transaction uses a few of them. */
class LazyRepos {
  static {
    for (const [name, create] of Object.entries(creators)) {
      Object.defineProperty(LazyRepos.prototype, name, {
        get(this: LazyRepos) {
          const value = create(this.#db, this.#now)
          Object.defineProperty(this, name, { value })
          return value
        },
      })
    }
  }
  readonly #db: Db | Tx
  readonly #now: () => number
  constructor(db: Db | Tx, now: () => number) {
    this.#db = db
    this.#now = now
  }
}

/** Every slice's repository, on the database or inside one transaction. A service takes only those of its slice. */
export const createRepos = (db: Db | Tx, now: () => number = Date.now) => new LazyRepos(db, now) as unknown as Repos

/**
 * Runs `work` on the named repositories in one transaction: all its writes happen, or none. `work` may run again from
 * its beginning, so it may change nothing else.
 */
export type RunInTransaction<K extends keyof Repos> = <T>(work: (repos: Pick<Repos, K>) => Promise<T>) => Promise<T>

/** Transactions on all repositories, for the composition alone: each slice names those that it uses. */
export type RunInAnyTransaction = RunInTransaction<keyof Repos>

const TRIES = 3
/** Pause before the retry, in which the other transaction ends. An immediate retry could deadlock again. */
const PAUSE_MS = 50

/** Runs transactions on a database, each up to `TRIES` times if the database ends it to resolve a deadlock. */
export function transactionsOn(db: Db, now: () => number = Date.now): RunInAnyTransaction {
  async function attempt<T>(work: (repos: Repos) => Promise<T>, triesLeft: number): Promise<T> {
    try {
      return await db.transaction().execute((tx) => work(createRepos(tx, now)))
    } catch (error) {
      if (triesLeft === 0 || !isDeadlock(error)) throw error
      await delay(PAUSE_MS)
      return attempt(work, triesLeft - 1)
    }
  }
  return (work) => attempt(work, TRIES - 1)
}
