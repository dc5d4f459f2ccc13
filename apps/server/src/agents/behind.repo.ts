import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/**
 * SQL on `behind`: an agent lives behind another one, such as a router, through which it connects. While the other one
 * is away, so is the agent. Runs inside a transaction.
 */
export function createBehindRepo(db: Db | Tx) {
  return {
    /**
     * Locks the owner and the agent. Until the transaction ends, no other `behind` of the owner's agents changes, and
     * this agent is not removed.
     */
    async lockBehind(ownerId: string, id: string): Promise<void> {
      // SQLite has one writer at a time.
      if (!isPostgres(db)) return
      await db.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
      await db.selectFrom('agents').select('id').where('id', '=', id).forKeyShare().execute()
    },

    /** Ids of the agents directly behind an agent. */
    async directlyBehind(id: string): Promise<string[]> {
      const rows = await db.selectFrom('agents').select('id').where('behind_id', '=', id).execute()
      return rows.map((row) => row.id)
    },

    /** Agents in front of this one, level by level, up to `max`. */
    async upstreamsOf(id: string, max: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        with recursive upstream(id, level) as (
          select behind_id, 1 from agents where id = ${id} and behind_id is not null
          union all
          select behind_id, level + 1 from upstream join agents using (id)
          where behind_id is not null and level < ${max}
        ) select id from upstream order by level`.execute(db)
      return rows.map((row) => row.id)
    },

    /** Number of levels behind an agent, up to `max`. */
    async levelsBehind(id: string, max: number): Promise<number> {
      const { rows } = await sql<{ levels: number }>`
        with recursive downstream(id, level) as (
          select id, 1 from agents where behind_id = ${id}
          union all
          select agents.id, level + 1 from downstream join agents on agents.behind_id = downstream.id
          where level < ${max}
        ) select coalesce(max(level), 0) as levels from downstream`.execute(db)
      return Number(rows[0]?.levels)
    },
  }
}
