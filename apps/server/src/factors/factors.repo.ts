import { z } from 'zod'
import type { Db, Tx } from '#server/db/schema.ts'

/** An app's secret as it is stored. `lastStep`: time step of the last used code, in half minutes since 1970. */
export type StoredTotp = { sealed: string; confirmedAt: number | null; lastStep: number }

const POLICY = 'second_factor.policy'
const policy = z.object({ administratorsMust: z.boolean() })

/** SQL on authenticator apps, on recovery codes, and on whether an account has a second factor at all. */
export function createFactorsRepo(db: Db | Tx) {
  return {
    async findTotp(userId: string): Promise<StoredTotp | null> {
      const row = await db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return row ? { sealed: row.secret_sealed, confirmedAt: row.confirmed_at, lastStep: row.last_step } : null
    },

    /** Stores an unconfirmed secret in place of an earlier unconfirmed one; false if one is confirmed. */
    async beginTotp(userId: string, sealed: string): Promise<boolean> {
      const values = { secret_sealed: sealed, last_step: 0 }
      const result = await db
        .insertInto('totp_secrets')
        .values({ user_id: userId, confirmed_at: null, ...values })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet(values).where('totp_secrets.confirmed_at', 'is', null),
        )
        .executeTakeFirst()
      return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
    },

    /** Confirms a secret and marks its first code as used; false if another request was first. */
    async confirmTotp(userId: string, { sealed }: StoredTotp, step: number, now: number): Promise<boolean> {
      const result = await db
        .updateTable('totp_secrets')
        .set({ confirmed_at: now, last_step: step })
        .where('user_id', '=', userId)
        .where('secret_sealed', '=', sealed)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /** Marks the code of a half minute as used; false if this or a later code was used before. */
    async useStep(userId: string, step: number): Promise<boolean> {
      const result = await db
        .updateTable('totp_secrets')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /** Removes the secret of an app; false if none was confirmed. */
    async removeTotp(userId: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('totp_secrets')
        .where('user_id', '=', userId)
        .returning('confirmed_at')
        .executeTakeFirst()
      return removed !== undefined && removed.confirmed_at !== null
    },

    async listSealed(): Promise<string[]> {
      const rows = await db.selectFrom('totp_secrets').select('secret_sealed').execute()
      return rows.map((row) => row.secret_sealed)
    },

    /** Replaces the remaining recovery codes by new ones. */
    async replaceRecovery(userId: string, hashes: string[]): Promise<void> {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      if (hashes.length === 0) return
      await db
        .insertInto('recovery_codes')
        .values(hashes.map((hash) => ({ user_id: userId, hash })))
        .execute()
    },

    async hasRecovery(userId: string, hash: string): Promise<boolean> {
      const row = await db
        .selectFrom('recovery_codes')
        .select('hash')
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Removes a used recovery code; true for the one caller who was first. */
    async useRecovery(userId: string, hash: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    async countRecovery(userId: string): Promise<number> {
      const row = await db
        .selectFrom('recovery_codes')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    /** Serialises changes of an account's factors: each writes the account's row first. Null if it is deleted. */
    async lock(userId: string): Promise<{ hadFactor: boolean } | null> {
      const row = await db
        .updateTable('users')
        .set((user) => ({ has_second_factor: user.ref('has_second_factor') }))
        .where('id', '=', userId)
        .returning('has_second_factor')
        .executeTakeFirst()
      return row ? { hadFactor: row.has_second_factor === 1 } : null
    },

    /** Finds out whether an account has a second factor, stores the result and returns it. */
    async updateHasFactor(userId: string): Promise<boolean> {
      const totp = await db
        .selectFrom('totp_secrets')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      const factor =
        totp ?? (await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst())
      const hasFactor = factor !== undefined
      await db
        .updateTable('users')
        .set({ has_second_factor: hasFactor ? 1 : 0 })
        .where('id', '=', userId)
        .execute()
      return hasFactor
    },

    /** Removes all second factors of an account. */
    async removeAll(userId: string): Promise<void> {
      await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
      await db.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      await db.updateTable('users').set({ has_second_factor: 0 }).where('id', '=', userId).execute()
    },

    /** Ids of administrators without a second factor. */
    async adminsWithoutFactor(): Promise<string[]> {
      const rows = await db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('has_second_factor', '=', 0)
        .execute()
      return rows.map(({ id }) => id)
    },

    async isRequired(): Promise<boolean> {
      const row = await db.selectFrom('meta').select('value').where('key', '=', POLICY).executeTakeFirst()
      return row !== undefined && policy.parse(JSON.parse(row.value)).administratorsMust
    },

    async setRequired(administratorsMust: boolean): Promise<void> {
      const value = JSON.stringify({ administratorsMust })
      await db
        .insertInto('meta')
        .values({ key: POLICY, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    },
  }
}
export type FactorsRepo = ReturnType<typeof createFactorsRepo>
