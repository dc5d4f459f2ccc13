import type { Kysely } from 'kysely'

/** Living instances: a silent one holds no agents any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('beat', 'integer', (c) => c.notNull())
    .execute()
}
