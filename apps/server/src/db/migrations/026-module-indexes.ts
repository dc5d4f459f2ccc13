import type { Kysely } from 'kysely'

/** Indexes of modules: what they offer, and what they have stopped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('module_indexes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('address', 'text', (c) => c.notNull().unique())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('serial', 'integer', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('module_count', 'integer', (c) => c.notNull())
    .addColumn('etag', 'text')
    .addColumn('fault', 'text')
    .addColumn('other_key', 'text')
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('looked_at', 'bigint', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('indexed_modules')
    .addColumn('index_id', 'text', (c) => c.notNull().references('module_indexes.id').onDelete('cascade'))
    .addColumn('module_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('entry', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('indexed_modules_pk', ['index_id', 'module_id'])
    .execute()

  await db.schema.alterTable('module_packages').addColumn('publisher', 'text').execute()
  for (const column of ['index_id', 'stopped']) {
    await db.schema.alterTable('module_versions').addColumn(column, 'text').execute()
  }
}
