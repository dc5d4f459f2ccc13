import type { RunInTransaction } from '#server/compose/repos.ts'
import { isBusy, type PartedTable, partedTables } from '#server/db/partitions.ts'
import { planPartitions } from './partition-plan.ts'
import type { PartitionsRepo } from './partitions.repo.ts'
import type { RollupTier } from './tiers.ts'

type Needs = { repo: PartitionsRepo; tx: RunInTransaction<'partitions'>; tiers: RollupTier[]; now: () => number }

/** Makes the partitions of telemetry ahead of time, and drops those whose rows are all too old. */
export function createPartitions({ repo, tx, tiers, now }: Needs) {
  async function renewTable(table: PartedTable, rolledUpTo: number): Promise<void> {
    const { missing, over } = planPartitions(table, tiers, await repo.list(table), now())
    if (missing.length > 0) await tx((repos) => repos.partitions.create(table, missing))
    const keptAfterId = table === 'samples' ? rolledUpTo : undefined
    if (over.length > 0) await tx((repos) => repos.partitions.drop(table, over, keptAfterId))
  }

  return {
    /** Makes and drops partitions. If a long read of a table would block inserts, the next run does it. */
    async renew(rolledUpTo: number): Promise<void> {
      if (!repo.isParted) return
      for (const table of partedTables) {
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
