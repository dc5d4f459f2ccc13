import type { LegalPage } from '@atalaya/contract/legal'
import { z } from 'zod'
import type { Db, Tx } from '#server/db/schema.ts'

const storedText = z.object({ text: z.string().nullable(), changedAt: z.number() })
export type StoredText = z.infer<typeof storedText>

const keyOf = (page: LegalPage) => `legal.${page}`

/** SQL on the installation's own legal texts, in the table of single values. */
export function createLegalRepo(db: Db | Tx) {
  return {
    /** Stored text of a page; null if it was never changed. */
    async read(page: LegalPage): Promise<StoredText | null> {
      const row = await db.selectFrom('meta').select('value').where('key', '=', keyOf(page)).executeTakeFirst()
      return row ? storedText.parse(JSON.parse(row.value)) : null
    },

    async write(page: LegalPage, text: StoredText): Promise<void> {
      const value = JSON.stringify(text)
      await db
        .insertInto('meta')
        .values({ key: keyOf(page), value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    },
  }
}
export type LegalRepo = ReturnType<typeof createLegalRepo>
