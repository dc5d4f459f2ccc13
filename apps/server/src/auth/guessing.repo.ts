import type { Db, Tx } from '#server/db/schema.ts'
import { runUnread } from '#server/db/unread.ts'

export type Budget = { failures: number; lastAt: number; blockedUntil: number }

/** SQL on wrong passwords and on the devices from which an account was signed in before. */
export function createGuessingRepo(db: Db | Tx) {
  return {
    async find(key: string): Promise<Budget> {
      const row = await db.selectFrom('guess_budgets').selectAll().where('key', '=', key).executeTakeFirst()
      return { failures: row?.failures ?? 0, lastAt: row?.last_at ?? 0, blockedUntil: row?.blocked_until ?? 0 }
    },

    /** Writes `next` if nobody wrote since `seen` was read; tells whether it did. */
    async replace(key: string, seen: Budget, next: Budget): Promise<boolean> {
      const values = { failures: next.failures, last_at: next.lastAt, blocked_until: next.blockedUntil }
      const inserted = await db
        .insertInto('guess_budgets')
        .values({ key, ...values })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet(values)
            .where('guess_budgets.failures', '=', seen.failures)
            .where('guess_budgets.last_at', '=', seen.lastAt),
        )
        .executeTakeFirst()
      return Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1
    },

    async clear(key: string): Promise<void> {
      await db.deleteFrom('guess_budgets').where('key', '=', key).execute()
    },

    async isKnownDevice(hash: string, userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('known_devices')
        .select('hash')
        .where('hash', '=', hash)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },

    async rememberDevice(hash: string, userId: string, now: number): Promise<void> {
      const row = db
        .insertInto('known_devices')
        .values({ hash, user_id: userId, last_used_at: now })
        .onConflict((conflict) => conflict.columns(['hash', 'user_id']).doUpdateSet({ last_used_at: now }))
      await runUnread(db, row)
    },

    /** Forgets what has not been used since `before`. */
    async forget(before: { budgets: number; devices: number }): Promise<void> {
      await db.deleteFrom('guess_budgets').where('last_at', '<', before.budgets).execute()
      await db.deleteFrom('known_devices').where('last_used_at', '<', before.devices).execute()
    },
  }
}
export type GuessingRepo = ReturnType<typeof createGuessingRepo>
