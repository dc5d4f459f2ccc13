import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('integrations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('connected_at', 'bigint', (c) => c.notNull())
    .addColumn('tokens_sealed', 'text', (c) => c.notNull())
    .addColumn('access_ends_at', 'bigint', (c) => c.notNull())
    .addColumn('refreshing_until', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('integrations_one_each', ['user_id', 'service'])
    .execute()

  await db.schema
    .createTable('integration_starts')
    .addColumn('state_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('verifier_sealed', 'text', (c) => c.notNull())
    .addColumn('redirect_uri', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('integration_starts_one_each', ['session_id', 'service'])
    .execute()
}
