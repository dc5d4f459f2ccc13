import type { Kysely } from 'kysely'

/** Indexes of an account's devices, and of used-up budgets of guesses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('known_devices_user').on('known_devices').columns(['user_id', 'last_used_at']).execute()
  await db.schema.createIndex('guess_budgets_blocked').on('guess_budgets').column('blocked_until').execute()
}
