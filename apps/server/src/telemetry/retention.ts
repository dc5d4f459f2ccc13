import type { Partitions } from './partitions.ts'
import type { RetentionRepo } from './retention.repo.ts'
import type { Rollup } from './rollup.ts'
import { RAW_KEEP_MS, RECORD_KEEP_MS, type RollupTier } from './tiers.ts'

const DAY_MS = 24 * 60 * 60_000
/** So many free-form records, and so many bytes of them, are kept of each agent. */
const RECORDS_KEPT = 2000
const RECORD_BYTES_KEPT = 16 * 1024 * 1024
/** Longer than any agent keeps what it could not send. */
const STREAM_KEEP_MS = 30 * DAY_MS
/** Rows that one statement removes: the writer's thread serves others in between. */
const PAGE = 2000

type Needs = { repo: RetentionRepo; partitions: Partitions; rollup: Rollup; tiers: RollupTier[]; now: () => number }

/** Removes what is too old, a page at a time. */
export function createRetention({ repo, partitions, rollup, tiers, now }: Needs) {
  async function drain(drop: () => Promise<number>): Promise<void> {
    while ((await drop()) === PAGE) {}
  }

  return async (): Promise<void> => {
    const rolledUpTo = Math.min(...(await Promise.all(tiers.map(rollup.rolledUpTo))))
    await partitions.renew(rolledUpTo)
    await drain(() => repo.dropSamples(now() - RAW_KEEP_MS, rolledUpTo, PAGE))
    for (const { stepMs, keepMs } of tiers) {
      await drain(() => repo.dropRollups(stepMs / 1000, now() - keepMs, PAGE))
    }
    await drain(() => repo.dropRecords(now() - RECORD_KEEP_MS, PAGE))
    await repo.dropSurplusRecords(RECORDS_KEPT, RECORD_BYTES_KEPT)
    await repo.dropStreams(now() - STREAM_KEEP_MS)
    for (const table of ['samples', 'rollups', 'records'] as const) await repo.dropOrphans(table)
  }
}
