import { type Kysely, sql } from 'kysely'

/**
 * Account that made a set of metrics, and the last use of the set. Also indexes for due notices and messages, which
 * were searched among those that are due later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a foreign key: accounts share a set, and the account that made it may be removed before the set.
  await db.schema.alterTable('metric_sets').addColumn('owner_id', 'text').execute()
  await db.schema.alterTable('metric_sets').addColumn('used_at', 'bigint').execute()
  for (const index of [
    'create index metric_sets_owner on metric_sets (owner_id)',
    'create index metric_sets_used on metric_sets (used_at)',
    'create index alert_notices_kind on alert_notices (what, due_at)',
    'create index alert_messages_recent on alert_messages (user_id, created_at)',
    `create index alert_messages_open on alert_messages (user_id) where state in ('waiting', 'held', 'sending')`,
    `create index alert_messages_state on alert_messages (state, due_at) where state in ('waiting', 'held', 'sending')`,
  ]) {
    await sql.raw(index).execute(db)
  }
}
