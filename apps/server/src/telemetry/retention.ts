import { AGENTS_MAX } from '#server/agents/agent-limits.ts'
import { partitionedTables } from '#server/db/partitions.ts'
import type { Partitions } from './partitions.ts'
import type { RecordBounds, RetentionRepo } from './retention.repo.ts'
import type { Rollup } from './rollup.ts'
import { RAW_KEEP_MS, RECORD_KEEP_MS, type RollupTier } from './tiers.ts'

const DAY_MS = 24 * 60 * 60_000
/** Bounds on free-form records. An account with a hundred agents keeps 10 MiB of each. */
const RECORDS_KEPT: RecordBounds = {
  number: 2000,
  bytes: 16 * 1024 * 1024,
  ofAccount: 1024 * 1024 * 1024,
  agents: AGENTS_MAX,
}
/** Longer than any agent keeps its unsent items. */
const STREAM_KEEP_MS = 30 * DAY_MS
/** A partition is dropped as a whole, which is up to a quarter of the retention later. */
const PARTITION_SLACK = 1.25
/** A set may have data up to a day newer than its stored last use (`USE_STORED_EVERY_MS`); this is longer. */
const SET_KEEP_MS = 2 * DAY_MS
/** Maximum of rows that one statement removes. Between two of them the writer's thread serves other writes. */
const ROWS_PER_STATEMENT = 200
/** Surplus records that one query returns. */
const SURPLUS_PER_QUERY = 1000
/** Agents in one statement, as each may have thousands of rows. */
const AGENTS_PER_BATCH = 100
/** Agents whose runs one call checks, so that its cost does not grow with the fleet. */
const STREAMS_PER_BATCH = 2000

async function drain(drop: () => Promise<number>): Promise<void> {
  while ((await drop()) > 0) {}
}

/** Removes the telemetry of deleted agents, a page at a time. */
export function createDataRemoval(repo: Pick<RetentionRepo, 'dropRowsOfAgents'>) {
  return async (refs: number[]): Promise<void> => {
    for (const table of partitionedTables) await drain(() => repo.dropRowsOfAgents(table, refs, ROWS_PER_STATEMENT))
  }
}

type Needs = {
  repo: RetentionRepo
  partitions: Partitions
  rollup: Rollup
  tiers: RollupTier[]
  now: () => number
}

/** Removes expired data and data of deleted agents, a page at a time. */
export function createRetention({ repo, partitions, rollup, tiers, now }: Needs) {
  const removeData = createDataRemoval(repo)
  let streamsUpTo = 0

  async function dropOld(): Promise<void> {
    const rolledUpTo = Math.min(...(await Promise.all(tiers.map(rollup.rolledUpTo))))
    await partitions.renew(rolledUpTo)
    await drain(() => repo.dropSamples(now() - RAW_KEEP_MS, rolledUpTo, ROWS_PER_STATEMENT))
    for (const { stepMs, keepMs } of tiers) {
      await drain(() => repo.dropRollups(stepMs / 1000, now() - keepMs, ROWS_PER_STATEMENT))
    }
    await drain(() => repo.dropRecords(now() - RECORD_KEEP_MS, ROWS_PER_STATEMENT))
  }

  /** Drops sets of metrics whose data are gone. */
  async function dropUnusedSets(): Promise<void> {
    const keepMs = Math.max(...tiers.map((tier) => tier.keepMs)) * PARTITION_SLACK + SET_KEEP_MS
    await drain(() => repo.dateSets(now(), ROWS_PER_STATEMENT))
    await drain(() => repo.dropSets(now() - keepMs, ROWS_PER_STATEMENT))
  }

  /** Drops the states of ended runs (`agent_streams`). Each call takes the next agents, then the first again. */
  async function dropStreams(): Promise<void> {
    if (streamsUpTo >= (await repo.lastRef())) streamsUpTo = 0
    const [after, to] = [streamsUpTo, streamsUpTo + STREAMS_PER_BATCH]
    streamsUpTo = to
    await drain(() => repo.dropStreams({ after, to }, now() - STREAM_KEEP_MS, ROWS_PER_STATEMENT))
  }

  /**
   * Removes a page at a time, in no transaction. The row of a deleted agent in `agents_gone` stays until all is
   * removed.
   */
  async function dropDataOfDeleted(): Promise<void> {
    for (
      let refs = await repo.listDeletedAgents(AGENTS_PER_BATCH);
      refs.length > 0;
      refs = await repo.listDeletedAgents(AGENTS_PER_BATCH)
    ) {
      await removeData(refs)
      await repo.forgetDeleted(refs)
    }
  }

  return async (): Promise<void> => {
    await dropOld()
    await dropUnusedSets()
    await dropStreams()
    await dropDataOfDeleted()
  }
}

type SurplusNeeds = {
  repo: RetentionRepo
  /** Agents whose records were stored since the last run; each run empties the set. */
  withRecords: Set<number>
  onError(error: unknown): void
}

/** Removes records of an agent beyond its maximum. */
export function createSurplusRemoval({ repo, withRecords, onError }: SurplusNeeds) {
  async function dropSurplus(refs: number[]): Promise<void> {
    while (true) {
      const ids = await repo.surplusRecords(refs, RECORDS_KEPT, SURPLUS_PER_QUERY)
      if (ids.length > 0) await drain(() => repo.dropRecordsOf(refs, ids, ROWS_PER_STATEMENT))
      if (ids.length < SURPLUS_PER_QUERY) return
    }
  }

  return async (): Promise<void> => {
    const refs = [...withRecords]
    withRecords.clear()
    try {
      for (let start = 0; start < refs.length; start += AGENTS_PER_BATCH) {
        await dropSurplus(refs.slice(start, start + AGENTS_PER_BATCH))
      }
    } catch (error) {
      onError(error)
    }
  }
}
