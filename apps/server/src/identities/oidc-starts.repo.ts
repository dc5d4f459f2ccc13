import { type ExpressionBuilder, sql } from 'kysely'
import { removeSome } from '#server/db/in-parts.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { CLOCK_SKEW_MAX_MS, OIDC_START_MS } from '#server/limits/limits.ts'

export type Purpose = 'sign-in' | 'link' | 'confirm' | 'register'
/** Key by which the start of a person who returns from the provider is found. */
export type StartKey = {
  /** Hash of the state, or of the ticket. */
  hash: string
  browserHash: string
  provider: string
  purposes: readonly Purpose[]
  /** The session that began it; null if nobody was signed in. */
  sessionId: string | null
}
export type NewStart = Omit<StartKey, 'purposes'> & { purpose: Purpose; sealed: string; expiresAt: number }

const matches = (key: StartKey) => (where: ExpressionBuilder<Schema, 'oidc_starts'>) =>
  where.and([
    where('hash', '=', key.hash),
    where('browser_hash', '=', key.browserHash),
    where('provider', '=', key.provider),
    where('purpose', 'in', key.purposes),
    where('session_id', key.sessionId === null ? 'is' : '=', key.sessionId),
  ])

/** Latest valid expiry. A later one was written while the clock ran ahead. */
const latestExpiry = (now: number) => now + OIDC_START_MS + CLOCK_SKEW_MAX_MS

/** SQL on sign-ins that have begun at a provider; each can be finished once. */
export function createOidcStartsRepo(db: Db | Tx) {
  return {
    async insert(start: NewStart): Promise<void> {
      await db
        .insertInto('oidc_starts')
        .values({
          hash: start.hash,
          browser_hash: start.browserHash,
          provider: start.provider,
          purpose: start.purpose,
          session_id: start.sessionId,
          sealed: start.sealed,
          expires_at: start.expiresAt,
        })
        .execute()
    },

    async removeSomeExpired(now: number): Promise<void> {
      await removeSome(db, { table: 'oidc_starts', key: 'hash', where: sql`expires_at <= ${now}` })
    },

    /** Sealed text of this browser's start, which stays stored. */
    async find(key: StartKey, now: number): Promise<string | null> {
      const row = await db
        .selectFrom('oidc_starts')
        .select('sealed')
        .where(matches(key))
        .where('expires_at', '>', now)
        .where('expires_at', '<=', latestExpiry(now))
        .executeTakeFirst()
      return row?.sealed ?? null
    },

    /** Removes and returns a sign-in that this browser started; null if it is unknown or expired. */
    async redeem(key: StartKey, now: number): Promise<{ purpose: Purpose; sealed: string } | null> {
      const row = await db.deleteFrom('oidc_starts').where(matches(key)).returningAll().executeTakeFirst()
      return row && row.expires_at > now && row.expires_at <= latestExpiry(now)
        ? { purpose: row.purpose, sealed: row.sealed }
        : null
    },
  }
}
