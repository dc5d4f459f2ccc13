import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres, jsonRows } from '#server/db/dialect.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import { defaultOf, type PartitionedTable } from '#server/db/partitions.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/**
 * Bounds on the kept records of an agent, in number and bytes. `ofAccount` bounds the bytes of all `agents` that its
 * account may have.
 */
export type RecordBounds = { number: number; bytes: number; ofAccount: number; agents: number }

/** Bytes of records that one statement removes. */
const BYTES_PER_BATCH = 4 * 1024 * 1024

const KEYS: Record<PartitionedTable, string> = {
  samples: 'id',
  records: 'id',
  rollups: 'agent_ref, step, at, set_id',
}

/**
 * SQL that removes old rows, and rows of removed agents. Each call removes at most `limit` rows and returns their
 * number. With partitions, these calls remove old rows of the default one only, as others are dropped as a whole.
 */
export function createRetentionRepo(db: Db | Tx) {
  const tableToPrune = (table: PartitionedTable) => sql.table(isPostgres(db) ? defaultOf(table) : table)
  const count = (result: { numAffectedRows?: bigint }) => Number(result.numAffectedRows ?? 0)

  /** Removes at most `limit` records and `BYTES_PER_BATCH` bytes, but at least one record. */
  async function dropSomeRecords(from: RawBuilder<unknown>, where: RawBuilder<SqlBool>, limit: number) {
    return count(
      await sql`
      delete from ${from} where id in (
        select id from (
          select id, row_number() over inOrder as place, sum(size) over inOrder as bytes from (
            select id, octet_length(body) as size from ${from} where ${where} limit ${limit}
          ) as oldest window inOrder as (order by id rows unbounded preceding)
        ) as counted where place = 1 or bytes <= ${BYTES_PER_BATCH}
      )`.execute(db),
    )
  }

  return {
    /** Drops samples older than `before` that every tier has rolled up. */
    async dropSamples(before: number, rolledUpTo: number, limit: number): Promise<number> {
      return count(
        await sql`
        delete from ${tableToPrune('samples')} where at < ${before} and id in (
          select id from ${tableToPrune('samples')} where id <= ${rolledUpTo} order by id limit ${limit}
        )`.execute(db),
      )
    },

    async dropRollups(step: number, before: number, limit: number): Promise<number> {
      return count(
        await sql`
        delete from ${tableToPrune('rollups')} where (agent_ref, step, at, set_id) in (
          select agent_ref, step, at, set_id from ${tableToPrune('rollups')}
          where step = ${step} and at < ${before} limit ${limit}
        )`.execute(db),
      )
    },

    /** Dates sets whose last use is unknown, as earlier versions wrote them. */
    async dateSets(now: number, limit: number): Promise<number> {
      return count(
        await sql`
        update metric_sets set used_at = ${now} where id in (
          select id from metric_sets where used_at is null limit ${limit}
        )`.execute(db),
      )
    },

    /** Drops sets of metrics that were last used before `before`. */
    async dropSets(before: number, limit: number): Promise<number> {
      return count(
        await sql`
        delete from metric_sets where id in (
          select id from metric_sets where used_at < ${before} limit ${limit}
        )`.execute(db),
      )
    },

    dropRecords: (before: number, limit: number): Promise<number> =>
      dropSomeRecords(tableToPrune('records'), sql`at < ${before}`, limit),

    /**
     * Ids of some records of these agents beyond the bounds. All agents of an account share `ofAccount` bytes evenly;
     * the newest record of each agent stays. A long read, because all records of these agents are counted.
     */
    async surplusRecords(
      refs: number[],
      { number, bytes, ofAccount, agents }: RecordBounds,
      limit: number,
    ): Promise<string[]> {
      const input = jsonRows(
        db,
        { ref: 'integer' },
        refs.map((ref) => [ref]),
      )
      // Materialised: otherwise the agents of an account would be counted once for each record.
      const rows = await executeLongRead(
        db,
        sql<{ id: string }>`
        with mine as materialized (
          select agents.ref, agents.owner_id from ${input} as input join agents on agents.ref = input.ref
        ), owners as materialized (
          select owner_id, (
            select count(*) from (select 1 from agents where agents.owner_id = mine.owner_id limit ${agents}) as own
          ) as agents from mine group by owner_id
        ), shares as materialized (
          select mine.ref, ${ofAccount} / owners.agents as bytes from mine join owners on owners.owner_id = mine.owner_id
        )
        select ranked.id from (
          select records.id, shares.bytes as share, row_number() over newest as place,
            sum(octet_length(body)) over newest as bytes
          from shares join records on records.agent_ref = shares.ref
          window newest as (partition by agent_ref order by at desc, id rows unbounded preceding)
        ) as ranked where ranked.place > 1
          and (ranked.place > ${number} or ranked.bytes > ${bytes} or ranked.bytes > ranked.share)
        limit ${limit}`,
      )
      return rows.map(({ id }) => id)
    },

    /** Drops some of these records. */
    dropRecordsOf: (refs: number[], ids: string[], limit: number): Promise<number> =>
      dropSomeRecords(sql.table('records'), sql`agent_ref in (${sql.join(refs)}) and id in (${sql.join(ids)})`, limit),

    /** Drops the states of runs that were last updated before `before`, of the agents in this range of numbers. */
    async dropStreams(refs: { after: number; to: number }, before: number, limit: number): Promise<number> {
      return count(
        await sql`
        delete from agent_streams where (agent_ref, run) in (
          select agent_ref, run from agent_streams
          where agent_ref > ${refs.after} and agent_ref <= ${refs.to} and updated_at < ${before} limit ${limit}
        )`.execute(db),
      )
    },

    async lastRef(): Promise<number> {
      const row = await db.selectFrom('agents').select('ref').orderBy('ref', 'desc').limit(1).executeTakeFirst()
      return row?.ref ?? 0
    },

    /**
     * Deleted agents whose telemetry may still be stored. Leaves out agents with a firing alert: the judge finds them
     * by this row, to end the alert.
     */
    async listDeletedAgents(limit: number): Promise<number[]> {
      const { rows } = await sql<{ ref: number }>`
        select ref from agents_gone where not exists (
          select 1 from alert_members where agent_ref = agents_gone.ref and cleared_at is null
        ) limit ${limit}`.execute(db)
      return rows.map(({ ref }) => ref)
    },

    /** Removes rows that these agents left in a table. */
    async dropRowsOfAgents(table: PartitionedTable, refs: number[], limit: number): Promise<number> {
      const [from, key] = [sql.table(table), sql.raw(KEYS[table])]
      if (table === 'records') return dropSomeRecords(from, sql`agent_ref in (${sql.join(refs)})`, limit)
      return count(
        await sql`
        delete from ${from} where (${key}) in (
          select ${key} from ${from} where agent_ref in (${sql.join(refs)}) limit ${limit}
        )`.execute(db),
      )
    },

    async forgetDeleted(refs: number[]): Promise<void> {
      await db.deleteFrom('agents_gone').where('ref', 'in', refs).execute()
    },
  }
}
export type RetentionRepo = ReturnType<typeof createRetentionRepo>
