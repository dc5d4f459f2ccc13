import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import type { Db } from '#server/db/schema.ts'
import { createPartitions } from '#server/telemetry/partitions.ts'
import type { RetentionRepo } from '#server/telemetry/retention.repo.ts'
import { createRetention } from '#server/telemetry/retention.ts'
import { createRollup } from '#server/telemetry/rollup.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'

/** The job that removes old telemetry; some of its statements can be replaced. */
export function createRetentionJob(db: Db, now: number, replaced: Partial<RetentionRepo> = {}): () => Promise<void> {
  const [repos, tx, tiers] = [createRepos(db), transactionsOn(db), rollupTiers(395)]
  const rollup = createRollup({ repo: repos.rollups, tx, tiers })
  const partitions = createPartitions({ repo: repos.partitions, tx, tiers, now: () => now })
  return createRetention({ repo: { ...repos.retention, ...replaced }, partitions, rollup, tiers, now: () => now })
}

/** Runs a new removal job once. */
export const runRetention = (db: Db, now: number): Promise<void> => createRetentionJob(db, now)()
