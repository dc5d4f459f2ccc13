import type { AlertIncident } from '@atalaya/contract/alert-incidents'
import { createAgentsService } from '#server/agents/agents.service.ts'
import { createAlerts } from '#server/compose/alerts.ts'
import { createForeignNames } from '#server/compose/names.ts'
import { createNotify } from '#server/compose/notify.ts'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import type { Config } from '#server/config.ts'
import { createFaults } from '#server/containment/faults.ts'
import type { Db } from '#server/db/schema.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { createNewestMinutes } from '#server/telemetry/newest-minutes.ts'
import { createRollup } from '#server/telemetry/rollup.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { secretKeyOf } from './secret-key-of.ts'

const unused = {} as never
/** Runs work without a lease, so that instances run at the same time. */
const runWithoutLease = (_job: string, work: () => Promise<void>) => work().then(() => true)
/** First digits of the SHA-256 of the newest agent's file. */
export const NEWEST_AGENT = '12345678'

/**
 * An instance that judges, notifies and rolls up on request, with its own memory and clock. `emitted` has the
 * alerts of its live events.
 */
export async function createAlertInstance(db: Db, config: Config, now: () => number) {
  const [repos, tx, tiers] = [createRepos(db, now), transactionsOn(db, now), rollupTiers(395)]
  const minutes = createNewestMinutes({ metricNamesOf: repos.rollups.metricNamesOf, now })
  const rollup = createRollup({ repo: repos.rollups, tx, tiers, onStored: minutes.add })
  const emitted: AlertIncident[] = []
  const audiences: unknown[] = []
  const live = {
    emit(event: { type: string; data: unknown }, audience: unknown): void {
      if (event.type !== 'alert.updated') return
      emitted.push(event.data as AlertIncident)
      audiences.push(audience)
    },
  } as never
  const agents = createAgentsService({
    repo: repos.agents,
    tx,
    live,
    signals: unused,
    limits: unused,
    findRecent: unused,
    removeData: unused,
    now,
    readAgentFile: async () => ({ text: '', sha256: NEWEST_AGENT.padEnd(64, '0') }) as never,
  })
  const { watch } = createAlerts({
    repos,
    tx,
    live,
    agents,
    minutes,
    limits: unused,
    runExclusive: runWithoutLease,
    faults: unused,
    times: {},
    now,
  })
  let onFault = (error: unknown): void => {
    throw error
  }
  const faults = createFaults((error) => onFault(error))
  const box = createSecretBox(await secretKeyOf(config))
  const names = createForeignNames()
  const { round } = createNotify({
    config,
    repos,
    tx,
    box,
    names,
    live,
    now,
    times: {},
    audit: unused,
    limits: unused,
    runExclusive: runWithoutLease,
    faults,
  })
  return {
    watch,
    round,
    emitted,
    /** Audiences of the emitted events, in their order. */
    audiences,
    /** Handles faults of messages, which would otherwise fail the test. */
    takeFaults(take: (error: unknown) => void): void {
      onFault = take
    },
    rollUp: async (): Promise<void> => {
      for (const tier of tiers) await rollup.rollUp(tier)
    },
  }
}
