import type { Kysely } from 'kysely'

/** Themes that administrators added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('themes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('author', 'text')
    .addColumn('colours', 'text', (c) => c.notNull())
    .execute()
}
