import { sql } from 'kysely'
import { z } from 'zod'
import { removeInParts } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { PasskeyChallengesTable, PasskeysTable } from '#server/db/schema-factors.ts'
import { CLOCK_SKEW_MAX_MS, PASSKEY_CHALLENGE_MS } from '#server/limits/limits.ts'

/** A passkey as it is stored. */
export type StoredPasskey = {
  id: string
  userId: string
  credentialId: string
  publicKey: string
  counter: number
  rpId: string
  name: string
  transports: string[]
  isSynced: boolean
  createdAt: number
  lastUsedAt: number | null
}

/** Challenge for a passkey. `boundTo` is the session or sign-in that may answer it; `rpId` and `origin` its site. */
export type Challenge = { purpose: PasskeyChallengesTable['purpose']; boundTo: string; rpId: string; origin: string }

const transportsSchema = z.array(z.string())

/** SQL on passkeys, and on their challenges, each valid once. */
export function createPasskeysRepo(db: Db | Tx) {
  return {
    async insert(passkey: StoredPasskey): Promise<void> {
      await db
        .insertInto('passkeys')
        .values({
          id: passkey.id,
          user_id: passkey.userId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          rp_id: passkey.rpId,
          name: passkey.name,
          transports: JSON.stringify(passkey.transports),
          is_synced: passkey.isSynced ? 1 : 0,
          created_at: passkey.createdAt,
          last_used_at: passkey.lastUsedAt,
        })
        .execute()
    },

    /** Passkeys of an account, oldest first. */
    async listOf(userId: string): Promise<StoredPasskey[]> {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toPasskey)
    },

    async find(credentialId: string): Promise<StoredPasskey | null> {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst()
      return row ? toPasskey(row) : null
    },

    async hasAnyAt(rpId: string): Promise<boolean> {
      const row = await db.selectFrom('passkeys').select('id').where('rp_id', '=', rpId).limit(1).executeTakeFirst()
      return row !== undefined
    },

    /** Stores the signature counter of a passkey; false if it was deleted, or used by another request first. */
    async storeUse({ id, counter }: StoredPasskey, next: number, isSynced: boolean, now: number): Promise<boolean> {
      const result = await db
        .updateTable('passkeys')
        .set({ counter: next, is_synced: isSynced ? 1 : 0, last_used_at: now })
        .where('id', '=', id)
        .where('counter', '=', counter)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    async rename(id: string, userId: string, name: string): Promise<StoredPasskey | null> {
      const row = await db
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst()
      return row ? toPasskey(row) : null
    },

    /** Removes and returns a passkey of an account; null if the account does not have it. */
    async remove(id: string, userId: string): Promise<StoredPasskey | null> {
      const row = await db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst()
      return row ? toPasskey(row) : null
    },

    async putChallenge(hash: string, { purpose, boundTo, rpId, origin }: Challenge, expiresAt: number): Promise<void> {
      await db
        .insertInto('passkey_challenges')
        .values({ hash, purpose, bound_to: boundTo, rp_id: rpId, origin, expires_at: expiresAt })
        .execute()
    },

    /** Removes and returns a challenge; null if it is unknown, expired, or bound to somebody else. */
    async takeChallenge(
      hash: string,
      { purpose, boundTo }: Pick<Challenge, 'purpose' | 'boundTo'>,
      now: number,
    ): Promise<Challenge | null> {
      const row = await db
        .deleteFrom('passkey_challenges')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('bound_to', '=', boundTo)
        .returningAll()
        .executeTakeFirst()
      // A later expiry was written while the clock ran ahead.
      const latest = now + PASSKEY_CHALLENGE_MS + CLOCK_SKEW_MAX_MS
      if (!row || row.expires_at <= now || row.expires_at > latest) return null
      return { purpose, boundTo, rpId: row.rp_id, origin: row.origin }
    },

    async removeExpiredChallenges(now: number): Promise<void> {
      await removeInParts(db, { table: 'passkey_challenges', key: 'hash', where: sql`expires_at <= ${now}` })
    },
  }
}
export type PasskeysRepo = ReturnType<typeof createPasskeysRepo>

function toPasskey(row: PasskeysTable): StoredPasskey {
  return {
    id: row.id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    rpId: row.rp_id,
    name: row.name,
    transports: transportsSchema.parse(JSON.parse(row.transports)),
    isSynced: row.is_synced === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
