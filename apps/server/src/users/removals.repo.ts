import { sql } from 'kysely'
import {
  by,
  dropInner,
  type Inner,
  OF_INCIDENTS,
  OF_SESSIONS,
  ON_PAGES,
  PAGES_PER_BATCH,
  ROWS_PER_BATCH,
} from '#server/db/in-parts.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

type Table = keyof Schema & string
/** Things that accounts collect: the column that names the account, and the number of rows in one part. */
export type Collected = { table: Table; owner: string; batchSize: number; inner?: Inner[]; isKept?: true }

/** Tables in which one account may have many rows; those that refer to others go first. A part takes about 20 ms. */
export const COLLECTED: Collected[] = [
  {
    table: 'agents',
    owner: 'owner_id',
    batchSize: 3,
    inner: [{ table: 'commands', key: 'seq', where: by('agent_id'), batchSize: 50 }],
  },
  { table: 'alert_messages', owner: 'user_id', batchSize: ROWS_PER_BATCH },
  { table: 'alert_incidents', owner: 'owner_id', batchSize: 20, inner: OF_INCIDENTS },
  { table: 'pages', owner: 'user_id', batchSize: PAGES_PER_BATCH, inner: ON_PAGES },
  { table: 'sessions', owner: 'user_id', batchSize: 10, inner: OF_SESSIONS },
  // Batches that others were sent stay, without a sender.
  { table: 'command_batches', owner: 'user_id', batchSize: ROWS_PER_BATCH, isKept: true },
]
/** Ways in that are found by something other than the account. */
const WAYS_IN = ['identities', 'passkeys', 'sign_in_tickets', 'qr_codes'] as const
/** No token has this hash. */
const NO_TOKEN = '0'.repeat(64)

/** SQL on the removal of accounts. */
export function createRemovalsRepo(db: Db | Tx) {
  return {
    /**
     * Shuts the account for good and frees its names. The tokens of its agents match nothing any more, so that
     * its agents hear that they were removed.
     */
    async begin(userId: string, now: number): Promise<void> {
      // Nobody's name or address has a space.
      const key = `removed ${userId}`
      await db
        .updateTable('users')
        .set({ removed_at: now, is_active: 0, username_key: key, email_key: key })
        .where('id', '=', userId)
        .execute()
      for (const table of WAYS_IN) await db.deleteFrom(table).where('user_id', '=', userId).execute()
      await db
        .updateTable('agents')
        .set((of) => ({ token_hash: NO_TOKEN, epoch: of('epoch', '+', 1) }))
        .where('owner_id', '=', userId)
        .execute()
    },

    /** Some of the accounts whose removal has begun and not ended. */
    async begun(): Promise<string[]> {
      const rows = await db.selectFrom('users').select('id').where('removed_at', 'is not', null).limit(100).execute()
      return rows.map(({ id }) => id)
    },

    /** Removes a part of what the account has collected in a table; false if nothing is left. */
    async dropPart(userId: string, { table, owner, batchSize, inner = [], isKept }: Collected): Promise<boolean> {
      const [from, column] = [sql.table(table), sql.ref(owner)]
      const some = sql<{ id: string }>`select id from ${from} where ${column} = ${userId} limit ${sql.lit(batchSize)}`
      const { rows } = await some.execute(db)
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
