import type { RunInTransaction } from '#server/compose/repos.ts'
import { isBusy, type PartitionedTable, partitionedTables } from '#server/db/partitions.ts'
import { planPartitions } from './partition-plan.ts'
import type { PartitionsRepo } from './partitions.repo.ts'
import type { RollupTier } from './tiers.ts'

type Needs = { repo: PartitionsRepo; tx: RunInTransaction<'partitions'>; tiers: RollupTier[]; now: () => number }

/** Makes the partitions of telemetry ahead of time, and drops those whose rows are all too old. */
export function createPartitions({ repo, tx, tiers, now }: Needs) {
  async function renewTable(table: PartitionedTable, rolledUpTo: number): Promise<void> {
    const { missing, expired } = planPartitions(table, tiers, await repo.list(table), now())
    if (missing.length > 0) await tx((repos) => repos.partitions.create(table, missing))
    // Keeps partitions with a sample that some tier has not rolled up yet.
    const keptAfterId = table === 'samples' ? rolledUpTo : undefined
    if (expired.length > 0) await tx((repos) => repos.partitions.drop(table, expired, keptAfterId))
  }

  return {
    /** Makes and drops partitions. Leaves a table to the next run if a long read would make inserts wait. */
    async renew(rolledUpTo: number): Promise<void> {
      if (!repo.isPartitioned) return
      for (const table of partitionedTables) {
        try {
          await renewTable(table, rolledUpTo)
        } catch (error) {
          if (!isBusy(error)) throw error
        }
      }
    },
  }
}
export type Partitions = ReturnType<typeof createPartitions>
