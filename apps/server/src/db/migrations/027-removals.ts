import { type Kysely, sql } from 'kysely'

/**
 * Accounts that are being removed, and indexes for the two foreign keys that had none: each removal scanned their
 * tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('removed_at', 'bigint').execute()
  await sql`create index users_removed on users (removed_at) where removed_at is not null`.execute(db)
  await sql`create index qr_codes_user on qr_codes (user_id) where user_id is not null`.execute(db)
  await sql`create index alert_silences_by on alert_silences (by_id) where by_id is not null`.execute(db)
}
