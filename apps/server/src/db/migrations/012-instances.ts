import type { Kysely } from 'kysely'

/** Which instances live: one that has gone silent holds no agents any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('beat', 'integer', (c) => c.notNull())
    .execute()
}
