import type { Kysely } from 'kysely'

/** What agents say about their status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('agents').addColumn('status_message', 'text').execute()
}
