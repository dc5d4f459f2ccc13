import type { Kysely } from 'kysely'

/**
 * Displays, the state of their screens, and the codes by which a screen becomes a display. `schema-displays.ts`
 * explains the columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Hash of a screen's cookie; its credential is worth nothing without it.
  await db.schema.alterTable('credentials').addColumn('binding_hash', 'text').execute()

  await db.schema
    .createTable('displays')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('entries', 'text', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('event_page_id', 'text')
    .addColumn('event_until', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('displays_owner').on('displays').columns(['owner_id', 'name']).execute()
  await db.schema.createIndex('displays_name').on('displays').column('name').execute()

  // Apart from people's choices: it is written twice a minute.
  await db.schema
    .createTable('display_screens')
    .addColumn('display_id', 'text', (c) => c.primaryKey().references('displays.id').onDelete('cascade'))
    .addColumn('screen', 'text', (c) => c.notNull())
    .addColumn('screen_until', 'bigint', (c) => c.notNull())
    .addColumn('report', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('refused_at', 'bigint')
    .addColumn('copy_seen_at', 'bigint')
    .execute()
  await db.schema.createIndex('display_screens_ends').on('display_screens').column('screen_until').execute()

  await db.schema
    .createTable('display_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('short_hash', 'text', (c) => c.notNull().unique())
    .addColumn('poll_hash', 'text', (c) => c.notNull())
    .addColumn('is_bound', 'integer', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('display_id', 'text', (c) => c.references('displays.id').onDelete('cascade'))
    .addColumn('released_at', 'bigint')
    .execute()
  await db.schema.createIndex('display_codes_poll').on('display_codes').column('poll_hash').execute()
  await db.schema.createIndex('display_codes_ends').on('display_codes').column('expires_at').execute()
  await db.schema.createIndex('display_codes_display').on('display_codes').column('display_id').execute()
  await db.schema.createIndex('display_codes_network').on('display_codes').column('network').execute()
}
