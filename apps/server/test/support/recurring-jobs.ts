import { expect } from 'vitest'
import { createHousekeeping } from '#server/auth/housekeeping.ts'
import type { Repos, RunInAnyTransaction } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createPartitions } from '#server/telemetry/partitions.ts'
import { createRetention, createSurplusRemoval } from '#server/telemetry/retention.ts'
import { createRollup } from '#server/telemetry/rollup.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { offlineRule } from './alert-fixtures.ts'

const faults = createFaults((error) => expect.unreachable(String(error)))
const HOUR_MS = 3_600_000
const RETENTION_DAYS = 395

type Job = (repos: Repos, tx: RunInAnyTransaction) => Promise<unknown>

/** Recurring jobs of the server, once each. */
export const recurringJobs = (now: number): Record<string, Job> => ({
  'commands whose time has run out': ({ commands: repo }) =>
    repo.listDue(now, 0, { silentMs: 30_000, graceMs: 30_000, forgetMs: 7 * 24 * HOUR_MS }, 200),
  'old batches of commands': ({ commands: repo }) => repo.removeOlderThan(now - RETENTION_DAYS * 24 * HOUR_MS),
  async rollups({ rollups: repo }, tx) {
    const tiers = rollupTiers(RETENTION_DAYS)
    for (const tier of tiers) await createRollup({ repo, tx, tiers }).rollUp(tier)
  },
  async 'telemetry that is too old'({ retention, rollups, partitions }, tx) {
    const tiers = rollupTiers(RETENTION_DAYS)
    const rollup = createRollup({ repo: rollups, tx, tiers })
    const parts = createPartitions({ repo: partitions, tx, tiers, now: () => now })
    await createRetention({ repo: retention, partitions: parts, rollup, tiers, now: () => now })()
  },
  'too many records of an agent': ({ retention: repo }) =>
    createSurplusRemoval({
      repo,
      withRecords: new Set([1, 2, 3]),
      onError: (error) => expect.unreachable(String(error)),
    })(),
  'expired sessions, codes and tickets': (repos) =>
    createHousekeeping({
      repos,
      retentionDays: RETENTION_DAYS,
      runExclusive: (_job, work) => work().then(() => true),
      faults,
      now: () => now,
    }).sweep(),
  async 'incidents of rules, and messages about them'({ alertRules, incidents, messages, outbox }) {
    const fields = { author: 'x', ownerId: null, now }
    const conditions = [
      { kind: 'status', status: 'quarantined' },
      { kind: 'commandFailed', withinS: 3600 },
    ] as const
    for (const [n, condition] of conditions.entries()) {
      await alertRules.insert({ ...fields, id: `judged ${n}`, rule: { ...offlineRule, reach: 'fleet', condition } })
    }
    await incidents.removeEndedBefore(now - 650 * HOUR_MS)
    await messages.removeOlderThan(now - 720 * HOUR_MS)
    await messages.hasDue(now)
    await outbox.listDue(now, 100)
    await outbox.requeueAbandoned(now)
  },
  async 'pages that were long in the trash'({ trash }) {
    await trash.listOlderThan(now - 30 * 24 * HOUR_MS)
    await trash.listPurged()
  },
  async 'silences that are over'({ silences }) {
    await silences.listExpired(now)
    await silences.listUntilRecovered('')
  },
  'displays that went off': ({ screens }) => screens.takeEnded(now, 100),
  'agents that are gone after a start': ({ gateway }) => gateway.expireAbandoned(),
})
