import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { defaultOf, type PartedTable } from '#server/db/partitions.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/**
 * SQL on what is too old; each call removes at most `limit` rows and says how many it removed. Where there are
 * partitions, which are dropped as a whole, age removes rows of the default one only.
 */
export function createRetentionRepo(db: Db | Tx) {
  const aged = (table: PartedTable) => sql.table(isPostgres(db) ? defaultOf(table) : table)
  const count = (result: { numAffectedRows?: bigint }) => Number(result.numAffectedRows ?? 0)

  return {
    /** Samples older than `before` among the oldest ones that every tier has rolled up. */
    async dropSamples(before: number, rolledUpTo: number, limit: number): Promise<number> {
      return count(
        await sql`
        delete from ${aged('samples')} where at < ${before} and id in (
          select id from ${aged('samples')} where id <= ${rolledUpTo} order by id limit ${limit}
        )`.execute(db),
      )
    },

    async dropRollups(step: number, before: number, limit: number): Promise<number> {
      return count(
        await sql`
        delete from ${aged('rollups')} where (agent_ref, step, at, set_id) in (
          select agent_ref, step, at, set_id from ${aged('rollups')} where step = ${step} and at < ${before} limit ${limit}
        )`.execute(db),
      )
    },

    async dropRecords(before: number, limit: number): Promise<number> {
      return count(
        await sql`
        delete from ${aged('records')} where id in (
          select id from ${aged('records')} where at < ${before} limit ${limit}
        )`.execute(db),
      )
    },

    /** Of agents that have more than `keep` records or `bytes` in them: all but the newest that are within both. */
    async dropSurplusRecords(keep: number, bytes: number): Promise<number> {
      return count(
        await sql`
        delete from records where id in (
          select ranked.id from (
            select id, row_number() over newest as place, sum(octet_length(body)) over newest as bytes from records
            where agent_ref in (
              select agent_ref from records group by agent_ref
              having count(*) > ${keep} or sum(octet_length(body)) > ${bytes}
            )
            window newest as (partition by agent_ref order by at desc, id rows unbounded preceding)
          ) as ranked where ranked.place > ${keep} or ranked.bytes > ${bytes}
        )`.execute(db),
      )
    },

    async dropStreams(before: number): Promise<number> {
      const result = await db.deleteFrom('agent_streams').where('updated_at', '<', before).executeTakeFirst()
      return Number(result.numDeletedRows)
    },

    /** What agents left that went with their owner. */
    async dropOrphans(table: 'samples' | 'rollups' | 'records'): Promise<number> {
      return count(
        await sql`
        delete from ${sql.table(table)} where agent_ref in (
          select distinct agent_ref from ${sql.table(table)} where agent_ref not in (select ref from agents)
        )`.execute(db),
      )
    },
  }
}
export type RetentionRepo = ReturnType<typeof createRetentionRepo>
