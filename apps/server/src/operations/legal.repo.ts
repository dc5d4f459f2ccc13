import type { LegalPage } from '@atalaya/contract/legal'
import { z } from 'zod'
import type { Db, Tx } from '#server/db/schema.ts'

const kept = z.object({ text: z.string().nullable(), changedAt: z.number() })
export type KeptText = z.infer<typeof kept>

const keyOf = (page: LegalPage) => `legal.${page}`

/** SQL on the installation's own legal texts, in the table of single values. */
export function createLegalRepo(db: Db | Tx) {
  return {
    /** Null if the text was never changed. */
    async read(page: LegalPage): Promise<KeptText | null> {
      const row = await db.selectFrom('meta').select('value').where('key', '=', keyOf(page)).executeTakeFirst()
      return row ? kept.parse(JSON.parse(row.value)) : null
    },

    async write(page: LegalPage, text: KeptText): Promise<void> {
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
