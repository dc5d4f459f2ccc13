import { sql } from 'kysely'
import { inputIds } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { changeInParts, lastSeen, setStatusInParts } from './agents-in-parts.repo.ts'

/** SQL on the presence of agents that only post. */
export function createPostsRepo(db: Db | Tx) {
  return {
    /** Sets agents online that posted and hold no connection. Returns the ids of the changed ones. */
    async setOnline(agentIds: string[], now: number): Promise<string[]> {
      return changeInParts(agentIds, async (some) => {
        const changed = await sql<{ id: string }>`
          update agents set status = 'online', status_message = null, instance = null, last_seen = ${now}
          from ${inputIds(db, some)}, users
          where agents.id = input.id and agents.status in ('pending', 'offline')
            and users.id = agents.owner_id and users.is_active = 1
          returning agents.id`.execute(db)
        return changed.rows
      })
    },

    /** Sets agents that only post to offline if their last post lies in this span. Returns their ids. */
    async setOffline(from: number, to: number): Promise<string[]> {
      const isExpired = sql<boolean>`${lastSeen} >= ${from} and ${lastSeen} < ${to} and status = 'online' and instance is null`
      const expired = await db.selectFrom('agents').select('id').where(isExpired).execute()
      return setStatusInParts(db, expired, { status: 'offline' }, isExpired)
    },
  }
}
export type PostsRepo = ReturnType<typeof createPostsRepo>
