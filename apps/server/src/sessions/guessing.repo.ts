import { sql } from 'kysely'
import { removeInParts } from '#server/db/in-parts.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { executeUnread } from '#server/db/unread.ts'

/** Maximum of listed budgets, those that are free again first. */
const LISTED_MAX = 10_000

type NewDevice = { hash: string; replacedHashes: string[]; userId: string; now: number }
export type Budget = { failures: number; lastAt: number; blockedUntil: number }

/** SQL on wrong passwords and on the devices from which an account was signed in before. */
export function createGuessingRepo(db: Db | Tx) {
  return {
    async find(key: string): Promise<Budget> {
      const row = await db.selectFrom('guess_budgets').selectAll().where('key', '=', key).executeTakeFirst()
      return { failures: row?.failures ?? 0, lastAt: row?.last_at ?? 0, blockedUntil: row?.blocked_until ?? 0 }
    },

    /** Compare-and-set: replaces `seen`, also if no budget is stored; false if another one is. */
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

    /** Clears a key, as part of a transaction that does not need the result. */
    async clearUnread(key: string): Promise<void> {
      await executeUnread(db, db.deleteFrom('guess_budgets').where('key', '=', key))
    },

    /** Clears these keys. True if there were any. */
    async clear(keys: string[]): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('guess_budgets').where('key', 'in', keys).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Used up budgets whose keys begin with `prefix`, sorted by the end of their lock; at most `LISTED_MAX`. */
    async listBlocked(prefix: string, now: number): Promise<(Budget & { key: string })[]> {
      const blocked = db
        .selectFrom('guess_budgets')
        .selectAll()
        .where('blocked_until', '>', now)
        .where('key', 'like', `${prefix}%`)
        .orderBy('blocked_until')
        .limit(LISTED_MAX)
      const rows = await executeLongRead(db, blocked)
      return rows.map(({ key, failures, last_at: lastAt, blocked_until: blockedUntil }) => ({
        key,
        failures,
        lastAt,
        blockedUntil,
      }))
    },

    async devicesOf(userId: string): Promise<string[]> {
      const rows = await db.selectFrom('known_devices').select('hash').where('user_id', '=', userId).execute()
      return rows.map(({ hash }) => hash)
    },

    /** Filters hashes: keeps those of devices that the account knows, or any account if none is given. */
    async findKnownDevices(hashes: string[], userId?: string): Promise<string[]> {
      if (hashes.length === 0) return []
      const known = db.selectFrom('known_devices').select('hash').where('hash', 'in', hashes)
      const rows = await (userId === undefined ? known : known.where('user_id', '=', userId)).execute()
      return rows.map(({ hash }) => hash)
    },

    /**
     * Adds a known device in place of its old hash. Beyond `max` of the account, the least recently used are removed.
     * Inside a transaction none of the statements waits for its result; plain inserts never do.
     */
    async rememberDevice({ hash, replacedHashes, userId, now }: NewDevice, max: number): Promise<void> {
      const removal = db.deleteFrom('known_devices').where('user_id', '=', userId)
      if (replacedHashes.length > 0) await executeUnread(db, removal.where('hash', 'in', replacedHashes))
      await db.insertInto('known_devices').values({ hash, user_id: userId, last_used_at: now }).execute()
      const keptHashes = db
        .selectFrom('known_devices')
        .select('hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .limit(max)
      await executeUnread(db, removal.where('hash', 'not in', keptHashes))
    },

    /** Removes budgets and devices that were last used before these times. */
    async removeUnusedSince(before: { budgets: number; devices: number }): Promise<void> {
      await removeInParts(db, { table: 'guess_budgets', key: 'key', where: sql`last_at < ${before.budgets}` })
      await removeInParts(db, { table: 'known_devices', key: 'hash', where: sql`last_used_at < ${before.devices}` })
    },
  }
}
export type GuessingRepo = ReturnType<typeof createGuessingRepo>
