import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('agents')
    .addColumn('holders', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('agents').addColumn('quarantine', 'text').execute()
}
