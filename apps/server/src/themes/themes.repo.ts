import type { ChosenColours } from '@atalaya/contract/colours'
import type { ThemeFile } from '@atalaya/contract/themes'
import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'

export type StoredTheme = Omit<ThemeFile, 'format'>

/** SQL on themes that administrators added. */
export function createThemesRepo(db: Db | Tx) {
  return {
    async all(): Promise<StoredTheme[]> {
      const rows = await db.selectFrom('themes').selectAll().orderBy('name').orderBy('id').execute()
      return rows.map(({ colours, author, ...row }) => ({ ...row, ...(author && { author }), ...JSON.parse(colours) }))
    },

    async coloursOf(id: string): Promise<Omit<ChosenColours, 'of'> | null> {
      const row = await db.selectFrom('themes').select('colours').where('id', '=', id).executeTakeFirst()
      return row ? JSON.parse(row.colours) : null
    },

    /** Number of themes. Until the transaction ends no other one can add a theme: PostgreSQL has several writers. */
    async lockAndCount(): Promise<number> {
      if (isPostgres(db)) await sql`lock table themes in share row exclusive mode`.execute(db)
      const row = await db
        .selectFrom('themes')
        .select(({ fn }) => fn.countAll<number | string>().as('n'))
        .executeTakeFirst()
      return Number(row?.n ?? 0)
    },

    async find(id: string): Promise<{ name: string; version: string } | null> {
      const query = db.selectFrom('themes').select(['name', 'version']).where('id', '=', id)
      return (await query.executeTakeFirst()) ?? null
    },

    async put({ light, dark, author, id, name, version }: StoredTheme): Promise<void> {
      const row = { name, version, author: author ?? null, colours: JSON.stringify({ light, dark }) }
      await db
        .insertInto('themes')
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
    },

    /** Name of the removed theme; null if there was none. */
    async remove(id: string): Promise<string | null> {
      const row = await db.deleteFrom('themes').where('id', '=', id).returning('name').executeTakeFirst()
      return row?.name ?? null
    },
  }
}
export type ThemesRepo = ReturnType<typeof createThemesRepo>
