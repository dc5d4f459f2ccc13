import { type Kysely, sql } from 'kysely'

/** Agents that live behind another one, and alert states that fired because of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Deferred to the end of a transaction: a backup may bring a machine before the one that it lives behind.
  await sql`
    alter table agents add column behind_id text
    references agents (id) on delete set null deferrable initially deferred`.execute(db)
  await sql`create index agents_behind on agents (behind_id) where behind_id is not null`.execute(db)
  await db.schema
    .alterTable('alert_states')
    .addColumn('is_behind', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
