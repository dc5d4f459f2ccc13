import type { Kysely } from 'kysely'

/** Accounts at providers of OpenID Connect, and people on their way to one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identities')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('gives_admin', 'integer', (c) => c.notNull())
    .addColumn('linked_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addUniqueConstraint('identities_one_account', ['issuer', 'subject'])
    .addUniqueConstraint('identities_one_each', ['user_id', 'issuer'])
    .execute()

  await db.schema
    .createTable('oidc_starts')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.references('sessions.id').onDelete('cascade'))
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('oidc_starts_ends').on('oidc_starts').column('expires_at').execute()
  await db.schema.createIndex('oidc_starts_session').on('oidc_starts').column('session_id').execute()

  await db.schema
    .alterTable('users')
    .addColumn('password_off', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const table of ['sessions', 'sign_in_tickets']) {
    await db.schema.alterTable(table).addColumn('provider', 'text').execute()
    await db.schema.alterTable(table).addColumn('provider_name', 'text').execute()
  }
}
