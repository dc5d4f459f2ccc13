import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('module_packages')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('active_version', 'text')
    .addColumn('accepted', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('module_versions')
    .addColumn('module_id', 'text', (c) => c.notNull().references('module_packages.id'))
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('manifest', 'text', (c) => c.notNull())
    .addColumn('config_schema', 'text')
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('file_count', 'integer', (c) => c.notNull())
    .addColumn('installed_at', 'bigint', (c) => c.notNull())
    .addColumn('removed_at', 'bigint')
    .addPrimaryKeyConstraint('module_versions_pk', ['module_id', 'version'])
    .execute()

  await db.schema
    .createTable('module_files')
    .addColumn('module_id', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('module_files_pk', ['module_id', 'version', 'path'])
    .execute()

  await db.schema
    .createTable('widget_storage')
    .addColumn('widget_id', 'text', (c) => c.primaryKey().references('widgets.id').onDelete('cascade'))
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}
