import { FAILURE_STATUSES } from '@atalaya/contract/commands'
import { type Kysely, sql } from 'kysely'

const failures = sql.join(FAILURE_STATUSES.map((status) => sql.lit(status)))

/** Indexes of the senders of commands, and of recent failures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sender = ['user_id', 'created_at', 'id']
  await db.schema.createIndex('command_batches_sender').on('command_batches').columns(sender).execute()
  await sql`create index commands_wrong on commands (ended_at) where status in (${failures})`.execute(db)
}
