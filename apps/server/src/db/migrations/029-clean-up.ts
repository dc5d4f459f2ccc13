import { type Kysely, sql } from 'kysely'

/** Indexes for the hourly clean-up jobs, which scanned whole tables for a few expired rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = [
    'create index alert_silences_over on alert_silences (until) where times is null',
    'create index alert_silences_until_back on alert_silences (id) where times is null and until is null',
    'create index pages_deleted on pages (deleted_at) where deleted_at is not null',
    'create index integration_starts_ends on integration_starts (expires_at)',
  ]
  for (const index of indexes) await sql.raw(index).execute(db)
}
