import type { Kysely } from 'kysely'

/** Photos that people upload for widgets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('widget_photos')
    .addColumn('widget_id', 'text', (c) => c.notNull().references('widgets.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('sort', 'integer', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('jpeg', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('widget_photos_pk', ['widget_id', 'id'])
    .execute()
}
