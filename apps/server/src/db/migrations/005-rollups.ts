import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rollups')
    .addColumn('agent_ref', 'integer', (c) => c.notNull())
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('set_id', 'integer', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('rollups_key', ['agent_ref', 'step', 'at', 'set_id'])
    .execute()
  await db.schema.createIndex('rollups_age').on('rollups').columns(['step', 'at']).execute()
  await db.schema.createIndex('records_kind').on('records').columns(['agent_ref', 'data_type', 'at']).execute()
  await db.schema.createIndex('records_age').on('records').column('at').execute()
}
