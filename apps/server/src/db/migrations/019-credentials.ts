import { type Kysely, sql } from 'kysely'

/** Credentials other than those of sessions and agents: access tokens and displays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('credentials')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('selector', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_address', 'text')
    .addColumn('revoked_at', 'bigint')
    .execute()
  for (const text of [
    'create index credentials_owner on credentials (owner_id)',
    'create index credentials_created on credentials (created_at)',
    'create index credentials_expired on credentials (expires_at) where expires_at is not null',
    'create index credentials_revoked on credentials (revoked_at) where revoked_at is not null',
  ]) {
    await sql.raw(text).execute(db)
  }
}
