import type { AgentRecord } from '@atalaya/contract/agents'
import { type RawBuilder, sql } from 'kysely'
import { insertColumns, isPostgres, jsonRows } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { type MetricSet, unpack } from './metric-sets.ts'
import type { Standings } from './receipts.ts'
import { type RunRow, standingsOf } from './standings.repo.ts'

/** PostgreSQL's lock between those who insert samples, and whoever must know that nobody is about to. */
export const INGEST_LOCK = 7_201_001
/** The newest records of an agent and data type that are kept. */
const RECORDS_KEPT = 200

/** No run where the data came without a number. */
export type SampleRow = { run: RunRow | null; ref: number; seq: number; at: number; setId: number; body: string }
type Content = { id: string; dataType: string; tags: string; body: string }
export type RecordRow = { run: RunRow | null; ref: number; seq: number; at: number } & Content
export type TelemetryBatch = { runs: RunRow[]; samples: SampleRow[]; records: RecordRow[]; now: number }

const place = { agent_ref: 'integer', run: 'text', seq: 'bigint', at: 'bigint' } as const
/** Of rows that are `given`: their agent still exists, and their run had not come so far before. */
const isNew = sql`
  join agents on agents.ref = given.agent_ref
  left join agent_streams on agent_streams.agent_ref = given.agent_ref and agent_streams.run = given.run
  where given.run is null or given.seq > agent_streams.prev_seq
  order by given.at`

/** SQL on what agents sent. */
export function createTelemetryRepo(db: Db | Tx) {
  /**
   * Moves the runs on; answers where each stood, without those whose agent is gone. What comes up to there was stored
   * by an earlier transaction.
   */
  async function advance(runs: RunRow[], now: number): Promise<Map<RunRow, number>> {
    const rows = runs.map(({ ref, name, seq }) => [ref, name, seq])
    const given = jsonRows(db, { agent_ref: 'integer', run: 'text', seq: 'bigint' }, rows)
    const moved = await sql<{ ref: number; run: string; stood: number }>`
      insert into agent_streams (agent_ref, run, seq, prev_seq, updated_at)
      select given.agent_ref, given.run, given.seq, 0, ${now} from ${given} as given
      join agents on agents.ref = given.agent_ref where true
      on conflict (agent_ref, run) do update set
        prev_seq = agent_streams.seq,
        seq = case when excluded.seq > agent_streams.seq then excluded.seq else agent_streams.seq end,
        updated_at = excluded.updated_at
      returning agent_ref as ref, run, prev_seq as stood`.execute(db)
    const stood = new Map(moved.rows.map((row) => [`${row.ref} ${row.run}`, row.stood]))
    return new Map(runs.map((run) => [run, stood.get(`${run.ref} ${run.name}`) ?? Number.MAX_VALUE]))
  }

  async function insertSamples(samples: SampleRow[], stood: Map<RunRow, number>): Promise<void> {
    const added = samples.filter(({ run, seq }) => run === null || seq > (stood.get(run) ?? 0))
    if (added.length === 0) return
    await insertColumns(db, 'samples', {
      agent_ref: { type: 'integer', values: added.map(({ ref }) => ref) },
      at: { type: 'bigint', values: added.map(({ at }) => at) },
      set_id: { type: 'integer', values: added.map(({ setId }) => setId) },
      body: { type: 'text', values: added.map(({ body }) => body) },
    })
  }

  async function insertRecords(records: RecordRow[]): Promise<void> {
    const rows = records.map(({ ref, run, seq, at, id, dataType, tags, body }) => [
      ...[ref, run?.name ?? null, seq, at],
      ...[id, dataType, tags, body],
    ])
    const given = jsonRows(db, { ...place, id: 'text', data_type: 'text', tags: 'text', body: 'text' }, rows)
    await sql`
      insert into records (id, agent_ref, at, data_type, tags, body)
      select given.id, given.agent_ref, given.at, given.data_type, given.tags, given.body
      from ${given} as given ${isNew}`.execute(db)
    await dropSurplus(records)
  }

  /** Keeps the newest records only, of each agent and data type that got new ones. */
  async function dropSurplus(records: RecordRow[]): Promise<void> {
    const kinds = new Map(records.map(({ ref, dataType }) => [`${ref} ${dataType}`, [ref, dataType]]))
    const given = jsonRows(db, { agent_ref: 'integer', data_type: 'text' }, [...kinds.values()])
    await sql`
      delete from records where id in (
        select surplus.id from ${given} as given
        join records as surplus on surplus.agent_ref = given.agent_ref and surplus.data_type = given.data_type
        where surplus.at < (
          select kept.at from records as kept
          where kept.agent_ref = given.agent_ref and kept.data_type = given.data_type
          order by kept.at desc limit 1 offset ${RECORDS_KEPT - 1}
        )
      )`.execute(db)
  }

  return {
    /**
     * Stores a batch; what an earlier batch stored is left out. Runs inside a transaction. Answers where each run stood
     * before.
     */
    async store({ runs, samples, records, now }: TelemetryBatch): Promise<Standings> {
      if (isPostgres(db)) await sql`select pg_advisory_xact_lock_shared(${INGEST_LOCK})`.execute(db)
      const stood: Map<RunRow, number> = runs.length > 0 ? await advance(runs, now) : new Map()
      const standings = await standingsOf(db, stood)
      await insertSamples(samples, stood)
      if (records.length > 0) await insertRecords(records)
      return standings
    },

    async ensureSet(set: { key: string; dataType: string; names: string[] }): Promise<MetricSet> {
      await db
        .insertInto('metric_sets')
        .values({ key: set.key, data_type: set.dataType, names: JSON.stringify(set.names) })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
      const { id } = await db
        .selectFrom('metric_sets')
        .select('id')
        .where('key', '=', set.key)
        .executeTakeFirstOrThrow()
      return { id, names: set.names }
    },

    async countRecords(ref: number): Promise<number> {
      const [samples, records] = await Promise.all(
        (['samples', 'records'] as const).map((table) =>
          db
            .selectFrom(table)
            .select((of) => of.fn.countAll<number>().as('total'))
            .where('agent_ref', '=', ref)
            .executeTakeFirstOrThrow(),
        ),
      )
      return Number(samples?.total ?? 0) + Number(records?.total ?? 0)
    },

    /** Samples and free-form records of an agent as one list, newest first. */
    async listRecords(agent: { id: string; ref: number }, limit: number, offset: number): Promise<AgentRecord[]> {
      const rows = await samplesAsRecords(db)
        .where('samples.agent_ref', '=', agent.ref)
        .unionAll(freeRecords(db).where('records.agent_ref', '=', agent.ref))
        .orderBy('at', 'desc')
        .orderBy('number', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => toRecord(row, agent.id))
    },

    /** The newest record of each of these agents that has one, the newest first. */
    async latest(agents: { id: string; ref: number }[]): Promise<AgentRecord[]> {
      const ids = new Map(agents.map(({ id, ref }) => [ref, id]))
      const rows = [...ids.keys()].map((ref) => [ref])
      const given = jsonRows(db, { ref: 'integer' }, rows)
      const newest = await (isPostgres(db) ? newestByLateral(db, given) : newestById(db, given))
      const byAgent = Map.groupBy(newest, (row) => row.agent_ref)
      return [...byAgent].flatMap(([ref, [first]]) => (first ? [toRecord(first, ids.get(ref) ?? '')] : []))
    },
  }
}
export type TelemetryRepo = ReturnType<typeof createTelemetryRepo>

const samplesAsRecords = (db: Db | Tx) =>
  db
    .selectFrom('samples')
    .innerJoin('metric_sets', 'metric_sets.id', 'samples.set_id')
    .select([
      sql<string>`'s' || samples.id`.as('id'),
      'samples.id as number',
      'samples.agent_ref',
      'samples.at',
      'metric_sets.data_type',
      sql<string>`'[]'`.as('tags'),
      'samples.body',
      sql<string | null>`metric_sets.names`.as('names'),
    ])

const freeRecords = (db: Db | Tx) =>
  db
    .selectFrom('records')
    .select([
      'records.id',
      sql<number>`0`.as('number'),
      'records.agent_ref',
      'records.at',
      'records.data_type',
      'records.tags',
      'records.body',
      sql<string | null>`null`.as('names'),
    ])

async function newestById(db: Db | Tx, given: RawBuilder<unknown>): Promise<ListedRow[]> {
  const newest = (table: 'samples' | 'records') =>
    sql`select (
      select newest.id from ${sql.table(table)} as newest
      where newest.agent_ref = given.ref order by newest.at desc, newest.id desc limit 1
    ) from ${given} as given`
  return samplesAsRecords(db)
    .where(sql<boolean>`samples.id in (${newest('samples')})`)
    .unionAll(freeRecords(db).where(sql<boolean>`records.id in (${newest('records')})`))
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** With partitions an id alone does not say where its row is. */
async function newestByLateral(db: Db | Tx, given: RawBuilder<unknown>): Promise<ListedRow[]> {
  const newest = (table: 'samples' | 'records') => sql`
    ${given} as given cross join lateral (
      select * from ${sql.table(table)} where agent_ref = given.ref order by at desc, id desc limit 1
    ) as newest`
  const { rows } = await sql<ListedRow>`
    select 's' || newest.id as id, newest.id as number, agent_ref, at, data_type, '[]' as tags, body, names
    from ${newest('samples')} join metric_sets on metric_sets.id = newest.set_id
    union all select newest.id, 0, agent_ref, at, data_type, newest.tags, body, null
    from ${newest('records')}
    order by at desc, number desc, id desc`.execute(db)
  return rows
}

type ListedRow = {
  id: string
  /** Of samples: of two at the same instant the one that was stored later has the higher one. */
  number: number
  agent_ref: number
  at: number
  data_type: string
  tags: string
  body: string
  names: string | null
}

function toRecord(row: ListedRow, agentId: string): AgentRecord {
  return {
    _id: row.id,
    agentId,
    createdAt: new Date(row.at).toISOString(),
    dataType: row.data_type,
    tags: JSON.parse(row.tags),
    data: { data: row.names === null ? JSON.parse(row.body) : unpack(JSON.parse(row.names), row.body) },
  }
}
