import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { dropInner, INNER_OF_AGENTS } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { REVOKED_TOKEN_HASH } from '#server/domain/revoked-token.ts'

/** Beginning of the keys in `meta` that mark begun removals; the agent's id follows. */
const MARK = 'agents.removing.'

/** SQL on the removal of agents. All but `listBegunRemovals` run inside a transaction. */
export function createAgentRemovalsRepo(db: Db | Tx) {
  return {
    /**
     * Makes the token invalid and sets the agent offline; reports of its connection no longer count. False if its
     * removal has begun already, or if there is no such agent.
     */
    async beginRemoval(id: string): Promise<boolean> {
      const updated = await db
        .updateTable('agents')
        .set((of) => ({
          token_hash: REVOKED_TOKEN_HASH,
          epoch: of('epoch', '+', 1),
          status: 'offline',
          instance: null,
        }))
        .where('id', '=', id)
        .executeTakeFirst()
      if (updated.numUpdatedRows === 0n) return false
      const marked = await db
        .insertInto('meta')
        .values({ key: MARK + id, value: '' })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst()
      return marked.numInsertedOrUpdatedRows === 1n
    },

    /** Cancels a removal that has begun. The agent stays, with those of its rows that are not removed yet. */
    async cancelRemoval(id: string): Promise<void> {
      await db
        .deleteFrom('meta')
        .where('key', '=', MARK + id)
        .execute()
    },

    /** Ids of up to 100 agents whose removal has begun and not ended. */
    async listBegunRemovals(): Promise<string[]> {
      const rows = await db.selectFrom('meta').select('key').where('key', 'like', `${MARK}%`).limit(100).execute()
      return rows.map(({ key }) => key.slice(MARK.length))
    },

    /**
     * Removes some of the agent's commands or streams; false if none are left, or if the removal was cancelled. A
     * cancellation waits for the part under way; parts of two removals don't wait for each other.
     */
    async removePart(id: string): Promise<boolean> {
      const mark = db
        .selectFrom('meta')
        .select('key')
        .where('key', '=', MARK + id)
      const lockedMark = isPostgres(db) ? mark.forKeyShare() : mark
      return (await lockedMark.executeTakeFirst()) !== undefined && dropInner(db, INNER_OF_AGENTS, sql`${id}`)
    },

    /**
     * Removes the agent itself. Returns its number, under which its telemetry is left; null if it was gone, or if the
     * removal was cancelled.
     */
    async endRemoval(id: string): Promise<number | null> {
      // Locks the agent before its mark, as a cancellation does: in the other order the two could deadlock.
      if (isPostgres(db)) await db.selectFrom('agents').select('id').where('id', '=', id).forUpdate().execute()
      const unmarked = await db
        .deleteFrom('meta')
        .where('key', '=', MARK + id)
        .executeTakeFirst()
      if (unmarked.numDeletedRows === 0n) return null
      const removed = await db.deleteFrom('agents').where('id', '=', id).returning('ref').executeTakeFirst()
      return removed?.ref ?? null
    },
  }
}
