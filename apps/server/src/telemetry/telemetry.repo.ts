import { sql } from 'kysely'
import { insertColumns, isPostgres, jsonRows } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { RunStates } from './receipts.ts'
import { type RunRow, runStatesOf } from './run-states.repo.ts'

/** PostgreSQL's lock that inserting transactions share. A transaction that holds it alone knows that none inserts. */
export const INGEST_LOCK = 7_201_001
/** Maximum of kept records of one agent and data type; the newest stay. */
const RECORDS_KEPT_MAX = 200

/** Row of a sample; `run` is null for data without a sequence number. */
export type SampleRow = { run: RunRow | null; ref: number; seq: number; at: number; setId: number; body: string }
type Content = { id: string; dataType: string; tags: string; body: string }
export type RecordRow = { run: RunRow | null; ref: number; seq: number; at: number } & Content
export type TelemetryBatch = { runs: RunRow[]; samples: SampleRow[]; records: RecordRow[]; now: number }

const placeColumns = { agent_ref: 'integer', run: 'text', seq: 'bigint', at: 'bigint' } as const
/** Selects the new ones of `input` rows: their agent still exists, and their run has no later stored item. */
const onlyNew = sql`
  join agents on agents.ref = input.agent_ref
  left join agent_streams on agent_streams.agent_ref = input.agent_ref and agent_streams.run = input.run
  where input.run is null or input.seq > agent_streams.prev_seq
  order by input.at`

/** SQL on agents' data. */
export function createTelemetryRepo(db: Db | Tx) {
  /**
   * Advances the runs. Returns the last number that each had before: earlier transactions have stored the items up to
   * it. Runs of removed agents get a number that no item exceeds.
   */
  async function advanceRuns(runs: RunRow[], now: number): Promise<Map<RunRow, number>> {
    const rows = runs.map(({ ref, name, seq }) => [ref, name, seq])
    const input = jsonRows(db, { agent_ref: 'integer', run: 'text', seq: 'bigint' }, rows)
    const moved = await sql<{ ref: number; run: string; prev_seq: number }>`
      insert into agent_streams (agent_ref, run, seq, prev_seq, updated_at)
      select input.agent_ref, input.run, input.seq, 0, ${now} from ${input} as input
      join agents on agents.ref = input.agent_ref where true
      on conflict (agent_ref, run) do update set
        prev_seq = agent_streams.seq,
        seq = case when excluded.seq > agent_streams.seq then excluded.seq else agent_streams.seq end,
        updated_at = excluded.updated_at
      returning agent_ref as ref, run, prev_seq`.execute(db)
    const lastSeqs = new Map(moved.rows.map((row) => [`${row.ref} ${row.run}`, row.prev_seq]))
    return new Map(runs.map((run) => [run, lastSeqs.get(`${run.ref} ${run.name}`) ?? Number.MAX_VALUE]))
  }

  async function insertSamples(samples: SampleRow[], lastSeqs: Map<RunRow, number>): Promise<void> {
    const added = samples.filter(({ run, seq }) => run === null || seq > (lastSeqs.get(run) ?? 0))
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
      ref,
      run?.name ?? null,
      seq,
      at,
      id,
      dataType,
      tags,
      body,
    ])
    const input = jsonRows(db, { ...placeColumns, id: 'text', data_type: 'text', tags: 'text', body: 'text' }, rows)
    await sql`
      insert into records (id, agent_ref, at, data_type, tags, body)
      select input.id, input.agent_ref, input.at, input.data_type, input.tags, input.body
      from ${input} as input ${onlyNew}`.execute(db)
    await dropSurplus(records)
  }

  /** Removes all but the newest records, for each agent and data type with new records. */
  async function dropSurplus(records: RecordRow[]): Promise<void> {
    const kinds = new Map(records.map(({ ref, dataType }) => [`${ref} ${dataType}`, [ref, dataType]]))
    const input = jsonRows(db, { agent_ref: 'integer', data_type: 'text' }, [...kinds.values()])
    await sql`
      delete from records where id in (
        select surplus.id from ${input} as input
        join records as surplus on surplus.agent_ref = input.agent_ref and surplus.data_type = input.data_type
        where surplus.at < (
          select kept.at from records as kept
          where kept.agent_ref = input.agent_ref and kept.data_type = input.data_type
          order by kept.at desc limit 1 offset ${RECORDS_KEPT_MAX - 1}
        )
      )`.execute(db)
  }

  return {
    /**
     * Stores a batch without items that an earlier batch has stored. Runs inside a transaction. Returns the state of
     * each run before the batch.
     */
    async store({ runs, samples, records, now }: TelemetryBatch): Promise<RunStates> {
      if (isPostgres(db)) await sql`select pg_advisory_xact_lock_shared(${INGEST_LOCK})`.execute(db)
      const lastSeqs: Map<RunRow, number> = runs.length > 0 ? await advanceRuns(runs, now) : new Map()
      const runStates = await runStatesOf(db, lastSeqs)
      await insertSamples(samples, lastSeqs)
      if (records.length > 0) await insertRecords(records)
      return runStates
    },
  }
}
