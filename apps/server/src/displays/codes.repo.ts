import { type Selectable, sql } from 'kysely'
import { removeInParts } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { DisplayCodesTable } from '#server/db/schema-displays.ts'
import type { CodeKey } from './codes.ts'

export type CodeRow = Selectable<DisplayCodesTable>
type NewCodeRow = Omit<CodeRow, 'display_id' | 'released_at'>

/** SQL on pairing codes of screens. Each step forward is one statement, so that it is taken once. */
export function createDisplayCodesRepo(db: Db | Tx) {
  return {
    async insert(code: NewCodeRow): Promise<void> {
      await db
        .insertInto('display_codes')
        .values({ ...code, display_id: null, released_at: null })
        .execute()
    },

    async find({ by, hash }: CodeKey): Promise<CodeRow | null> {
      const row = await db.selectFrom('display_codes').selectAll().where(by, '=', hash).executeTakeFirst()
      return row ?? null
    },

    /** Number of open codes of browsers with this user agent in a network. */
    async countOpen({ network, userAgent }: { network: string; userAgent: string }, now: number): Promise<number> {
      const row = await db
        .selectFrom('display_codes')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('network', '=', network)
        .where('user_agent', '=', userAgent)
        .where('expires_at', '>', now)
        .where('display_id', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    /** Ends an unused code. */
    async expire({ pollHash }: { pollHash: string }): Promise<void> {
      await db.deleteFrom('display_codes').where('poll_hash', '=', pollHash).where('display_id', 'is', null).execute()
    },

    /** Pairs the screen of an open code; false if another request was first, or the code has expired. */
    async pair(codeHash: string, displayId: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('display_codes')
        .set({ display_id: displayId })
        .where('code_hash', '=', codeHash)
        .where('display_id', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Releases the credential. May be repeated if the first release was not before `since`: an answer may be lost. */
    async release(codeHash: string, now: number, since: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('display_codes')
        .set((code) => ({ released_at: code.fn.coalesce('released_at', code.val(now)) }))
        .where('code_hash', '=', codeHash)
        .where('display_id', 'is not', null)
        .where((code) => code.or([code('released_at', 'is', null), code('released_at', '>=', since)]))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async removeOlderThan(at: number): Promise<void> {
      await removeInParts(db, { table: 'display_codes', key: 'code_hash', where: sql`expires_at < ${at}` })
    },
  }
}
export type DisplayCodesRepo = ReturnType<typeof createDisplayCodesRepo>
