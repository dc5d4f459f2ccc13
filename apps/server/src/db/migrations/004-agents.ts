import type { Kysely } from 'kysely'
import { countingKey } from '../dialect.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const key = countingKey(db)

  await db.schema
    .createTable('agents')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ref', 'integer', (c) => c.notNull().unique())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('instance', 'text')
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('ip', 'text')
    .addColumn('last_seen', 'bigint')
    .addColumn('machine', 'text')
    .addColumn('capabilities', 'text', (c) => c.notNull())
    .addColumn('resume_hash', 'text')
    .addColumn('resume_previous', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('agents_order').on('agents').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('agents_owner').on('agents').columns(['owner_id', 'created_at', 'id']).execute()
  await db.schema.createIndex('agents_heard').on('agents').column('last_seen').execute()
  await db.schema.createIndex('agents_status').on('agents').column('status').execute()

  await db.schema
    .createTable('agent_streams')
    .addColumn('agent_ref', 'integer', (c) => c.notNull().references('agents.ref').onDelete('cascade'))
    .addColumn('run', 'text', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('prev_seq', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('agent_streams_key', ['agent_ref', 'run'])
    .execute()

  await db.schema
    .createTable('metric_sets')
    .addColumn('id', key.type, key.build)
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('data_type', 'text', (c) => c.notNull())
    .addColumn('names', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('samples')
    .addColumn('id', key.type, key.build)
    .addColumn('agent_ref', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('set_id', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('samples_agent').on('samples').columns(['agent_ref', 'at']).execute()

  await db.schema
    .createTable('records')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('agent_ref', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('data_type', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('records_agent').on('records').columns(['agent_ref', 'at']).execute()
}
