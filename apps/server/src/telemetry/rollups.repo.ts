import { type RawBuilder, sql } from 'kysely'
import { isPostgres, jsonRows } from '#server/db/dialect.ts'
import { executeByKeys, executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { inParts } from '#server/domain/in-parts.ts'
import { type BucketPosition, decodeCursor, encodeCursor, type RollupCursor } from './rollup-cursor.ts'
import { INGEST_LOCK } from './telemetry.repo.ts'

/** Key of a bucket: the agent's number, the start in ms, the set of metrics, and `step`, its length in seconds. */
export type BucketKey = BucketPosition & { step: number }
export type SamplePosition = { ref: number; id: number }
export type BucketRow = BucketKey & { count: number; body: string }
export type StoredSample = { id: number; ref: number; at: number; setId: number; body: string }

/** Sets whose names one statement reads. */
const SETS_PER_BATCH = 500

/**
 * Key of the part of a cursor that is ahead. The cursor's own key holds a number, which earlier versions can read.
 *
 * An earlier version does not read this key. If it takes over a tier that is stored in parts, samples of the parts
 * that are ahead count twice. Only a stop between two parts leaves a tier like that.
 */
const aheadKeyOf = (name: string) => `${name}.ahead`

/** Union of selects, each with its own order and limit, sorted as a whole. */
function unionSorted<Row>(parts: RawBuilder<unknown>[], order: RawBuilder<unknown>): RawBuilder<Row> {
  return sql`select * from (${sql.join(parts, sql` union all `)}) as chosen order by ${order}`
}

/** SQL on rollups of samples, and on reading both for charts. */
export function createRollupsRepo(db: Db | Tx) {
  /** Rows of a cursor: its number first, then its part that is ahead, as `name` sorts before `name.ahead`. */
  const cursorRows = (name: string) =>
    db
      .selectFrom('meta')
      .select('value')
      .where('key', 'in', [name, aheadKeyOf(name)])
      .orderBy('key')

  /**
   * Ignores an ahead part that does not begin with the cursor's number: an instance of an earlier version has moved the
   * cursor since.
   */
  async function readCursor(rows: ReturnType<typeof cursorRows>): Promise<RollupCursor> {
    const [upTo = '0', ahead = ''] = (await rows.execute()).map(({ value }) => value)
    return decodeCursor(ahead.startsWith(`${upTo} `) ? ahead : upTo)
  }

  return {
    /** Highest id up to which every sample is committed. Needs a transaction, which holds the lock. */
    async committedUpTo(): Promise<number> {
      // PostgreSQL assigns ids before the commit. The lock waits for all transactions that insert samples.
      if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${INGEST_LOCK})`.execute(db)
      const row = await db
        .selectFrom('samples')
        .select((of) => of.fn.max('id').as('last'))
        .executeTakeFirst()
      return Number(row?.last ?? 0)
    },

    cursor: (name: string): Promise<RollupCursor> => readCursor(cursorRows(name)),

    /** Moves a cursor from `from` to `to`; false if another instance has moved it first. */
    async moveCursor(name: string, from: RollupCursor, to: RollupCursor): Promise<boolean> {
      const initialRows = [
        { key: name, value: '0' },
        { key: aheadKeyOf(name), value: '' },
      ]
      await db
        .insertInto('meta')
        .values(initialRows)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
      const rows = cursorRows(name)
      const stored = await readCursor(isPostgres(db) ? rows.forUpdate() : rows)
      if (encodeCursor(stored) !== encodeCursor(from)) return false
      const moved = [
        { key: name, value: String(to.upTo) },
        { key: aheadKeyOf(name), value: to.ahead ? encodeCursor(to) : '' },
      ]
      await db
        .insertInto('meta')
        .values(moved)
        .onConflict((conflict) => conflict.column('key').doUpdateSet((of) => ({ value: of.ref('excluded.value') })))
        .execute()
      return true
    },

    samplesAfter(id: number, upTo: number, limit: number): Promise<StoredSample[]> {
      return db
        .selectFrom('samples')
        .select(['id', 'agent_ref as ref', 'at', 'set_id as setId', 'body'])
        .where('id', '>', id)
        .where('id', '<=', upTo)
        .orderBy('id')
        .limit(limit)
        .execute()
    },

    async findBuckets(keys: BucketKey[]): Promise<BucketRow[]> {
      const rows = keys.map(({ ref, step, at, setId }) => [ref, step, at, setId])
      const input = jsonRows(db, { ref: 'integer', step: 'integer', at: 'bigint', set_id: 'integer' }, rows)
      const found = await sql<BucketRow>`
        select rollups.agent_ref as ref, rollups.step, rollups.at, rollups.set_id as "setId", rollups.count, rollups.body
        from ${input} as input join rollups
          on rollups.agent_ref = input.ref and rollups.step = input.step
          and rollups.at = input.at and rollups.set_id = input.set_id`.execute(db)
      return found.rows
    },

    /** Stores buckets of agents that still exist. */
    async saveBuckets(buckets: BucketRow[]): Promise<void> {
      const rows = buckets.map(({ ref, step, at, setId, count, body }) => [ref, step, at, setId, count, body])
      const columns = { ref: 'integer', step: 'integer', at: 'bigint', set_id: 'integer', count: 'integer' } as const
      await sql`
        insert into rollups (agent_ref, step, at, set_id, count, body)
        select input.ref, input.step, input.at, input.set_id, input.count, input.body
        from ${jsonRows(db, { ...columns, body: 'text' }, rows)} as input
        join agents on agents.ref = input.ref where true
        on conflict (agent_ref, step, at, set_id) do update set count = excluded.count, body = excluded.body`.execute(
        db,
      )
    },

    /** Rollups of several agents, by agent and time; at most `limit` of each agent, after its position. */
    bucketsOf(positions: BucketPosition[], step: number, to: number, limit: number): Promise<BucketRow[]> {
      const parts = positions.map(({ ref, at, setId }) => {
        const part = db
          .selectFrom('rollups')
          .select(['agent_ref as ref', 'step', 'at', 'set_id as setId', 'count', 'body'])
          .where('agent_ref', '=', ref)
          .where('step', '=', step)
          .where(sql<boolean>`(at, set_id) > (${at}, ${setId})`)
          .where('at', '<', to)
          .orderBy('at')
          .orderBy('set_id')
          .limit(limit)
        return sql`select * from ${part} as part`
      })
      return executeLongRead(db, unionSorted<BucketRow>(parts, sql`ref, at, "setId"`))
    },

    /** Samples of several agents, by agent and order of storage; at most `limit` of each agent, after its position. */
    samplesOf(positions: SamplePosition[], from: number, to: number, limit: number): Promise<StoredSample[]> {
      // `id + 0` keeps PostgreSQL off the primary key: it underestimates how many samples of all agents follow an id.
      const id = sql<number>`id + 0`
      const parts = positions.map(({ ref, id: afterId }) => {
        const part = db
          .selectFrom('samples')
          .select(['id', 'agent_ref as ref', 'at', 'set_id as setId', 'body'])
          .where('agent_ref', '=', ref)
          .where('at', '>=', from)
          .where('at', '<', to)
          .where(id, '>', afterId)
          .orderBy(id)
          .limit(limit)
        return sql`select * from ${part} as part`
      })
      return executeLongRead(db, unionSorted<StoredSample>(parts, sql`ref, id`))
    },

    /** Agents with more than `max` samples between `from` and `to`. Reads at most `max + 1` samples of each. */
    async agentsWithMoreThan(max: number, refs: readonly number[], from: number, to: number): Promise<number[]> {
      const input = jsonRows(
        db,
        { ref: 'integer' },
        refs.map((ref) => [ref]),
      )
      const dense = sql<{ ref: number }>`
        select input.ref from ${input} as input where exists (
          select 1 from samples where agent_ref = input.ref and at >= ${from} and at < ${to}
          limit 1 offset ${max}
        )`
      return (await executeLongRead(db, dense)).map(({ ref }) => Number(ref))
    },

    /** Metric names of each set. */
    async metricNamesOf(setIds: number[]): Promise<Map<number, string[]>> {
      const found = new Map<number, string[]>()
      for await (const ids of inParts(setIds, SETS_PER_BATCH)) {
        const sets = db.selectFrom('metric_sets').select(['id', 'names']).where('id', 'in', ids)
        for (const { id, names } of await executeByKeys(db, sets, ids.length)) found.set(id, JSON.parse(names))
      }
      return found
    },
  }
}
export type RollupsRepo = ReturnType<typeof createRollupsRepo>
