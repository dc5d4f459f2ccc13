import type { Kysely } from 'kysely'

/** Messages of agents about their status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('agents').addColumn('status_message', 'text').execute()
}
