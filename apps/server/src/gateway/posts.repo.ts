import { sql } from 'kysely'
import { givenIds } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** As the index has it. */
const heard = sql<number>`coalesce(agents.last_seen, 0)`

/** SQL on the presence of agents that only post. */
export function createPostsRepo(db: Db | Tx) {
  return {
    /** Makes agents online that posted and hold no connection. Returns whom it changed. */
    async welcome(agentIds: string[], now: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        update agents set status = 'online', status_message = null, instance = null, last_seen = ${now}
        from ${givenIds(db, agentIds)}, users
        where agents.id = given.id and agents.status in ('pending', 'offline')
          and users.id = agents.owner_id and users.is_active = 1
        returning agents.id`.execute(db)
      return rows.map((row) => row.id)
    },

    /** Sets agents that only post to offline if their last post lies in this span. Returns their ids. */
    async expire(from: number, to: number): Promise<string[]> {
      const rows = await db
        .updateTable('agents')
        .set({ status: 'offline' })
        .where(heard, '>=', from)
        .where(heard, '<', to)
        .where('status', '=', 'online')
        .where('instance', 'is', null)
        .returning('id')
        .execute()
      return rows.map((row) => row.id)
    },
  }
}
export type PostsRepo = ReturnType<typeof createPostsRepo>
