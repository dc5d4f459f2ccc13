import { sql } from 'kysely'
import {
  dropInner,
  INNER_OF_AGENTS,
  INNER_OF_INCIDENTS,
  INNER_OF_PAGES,
  INNER_OF_SESSIONS,
  type Inner,
  PAGES_PER_BATCH,
  ROWS_PER_BATCH,
} from '#server/db/in-parts.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { REVOKED_TOKEN_HASH } from '#server/domain/revoked-token.ts'

type Table = keyof Schema & string
/**
 * Table with many rows of one account: the column that names the account, and the rows that one part removes. With
 * `isKept` the rows stay and lose the account.
 */
export type OwnedTable = { table: Table; owner: string; batchSize: number; inner?: Inner[]; isKept?: true }

/** Tables in which one account may have many rows; those that refer to others go first. A part takes about 20 ms. */
export const OWNED_TABLES: OwnedTable[] = [
  { table: 'agents', owner: 'owner_id', batchSize: 3, inner: INNER_OF_AGENTS },
  { table: 'alert_messages', owner: 'user_id', batchSize: ROWS_PER_BATCH },
  { table: 'alert_incidents', owner: 'owner_id', batchSize: 50, inner: INNER_OF_INCIDENTS },
  { table: 'pages', owner: 'user_id', batchSize: PAGES_PER_BATCH, inner: INNER_OF_PAGES },
  { table: 'sessions', owner: 'user_id', batchSize: 10, inner: INNER_OF_SESSIONS },
  // Batches for agents of others stay, without a sender.
  { table: 'command_batches', owner: 'user_id', batchSize: ROWS_PER_BATCH, isKept: true },
]
/** Tables of ways in that are found by keys of their own, not by the account's row. */
const WAYS_IN = ['identities', 'passkeys', 'sign_in_tickets', 'qr_codes'] as const

/** SQL on the removal of accounts. */
export function createRemovalsRepo(db: Db | Tx) {
  return {
    /**
     * Closes the account for good and frees its names. Makes the tokens of its agents invalid, so that the agents learn
     * that they were removed.
     */
    async begin(userId: string, now: number): Promise<void> {
      // No username or e-mail address has a space, so the key is nobody else's.
      const key = `removed ${userId}`
      await db
        .updateTable('users')
        .set({ removed_at: now, is_active: 0, username_key: key, email_key: key })
        .where('id', '=', userId)
        .execute()
      for (const table of WAYS_IN) await db.deleteFrom(table).where('user_id', '=', userId).execute()
      await db
        .updateTable('agents')
        .set((of) => ({ token_hash: REVOKED_TOKEN_HASH, epoch: of('epoch', '+', 1) }))
        .where('owner_id', '=', userId)
        .execute()
    },

    /** Ids of up to 100 accounts whose removal has begun and not ended. */
    async listBegun(): Promise<string[]> {
      const rows = await db.selectFrom('users').select('id').where('removed_at', 'is not', null).limit(100).execute()
      return rows.map(({ id }) => id)
    },

    /** Removes some of the account's rows of a table; false if none are left. */
    async removePart(userId: string, { table, owner, batchSize, inner = [], isKept }: OwnedTable): Promise<boolean> {
      const [from, column] = [sql.table(table), sql.ref(owner)]
      const part = sql<{ id: string }>`select id from ${from} where ${column} = ${userId} limit ${sql.lit(batchSize)}`
      const { rows } = await part.execute(db)
      if (rows.length === 0) return false
      const ids = sql.join(rows.map(({ id }) => id))
      if (await dropInner(db, inner, ids)) return true
      const change = isKept ? sql`update ${from} set ${column} = null` : sql`delete from ${from}`
      await sql`${change} where id in (${ids})`.execute(db)
      return true
    },

    /** Removes the account and its remaining resources. */
    async end(userId: string): Promise<void> {
      await db.deleteFrom('users').where('id', '=', userId).where('removed_at', 'is not', null).execute()
    },
  }
}
export type RemovalsRepo = ReturnType<typeof createRemovalsRepo>
