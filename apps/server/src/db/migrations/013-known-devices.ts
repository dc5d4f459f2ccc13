import type { Kysely } from 'kysely'

/** By what an account's devices are found, and the budgets of guesses that are used up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('known_devices_user').on('known_devices').columns(['user_id', 'last_used_at']).execute()
  await db.schema.createIndex('guess_budgets_blocked').on('guess_budgets').column('blocked_until').execute()
}
