import type { Role } from '@atalaya/contract/users'
import { sql } from 'kysely'
import { cachedQuery } from '#server/db/cached-query.ts'
import { lowerInParts, removeInParts } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { SignedInBy } from '#server/domain/actors.ts'

/** A session with its account: the result of one keyed read for an access token. */
export type LiveSession = {
  sessionId: string
  userId: string
  username: string
  role: Role
  signedInBy: SignedInBy
  confirmedUntil: number | null
  mustChangePassword: boolean
  hasSecondFactor: boolean
  /** End of the token or of the session, the earlier one. */
  expiresAt: number
}

/** A refresh token with all facts that decide if it is valid. */
export type RefreshToken = {
  hash: string
  sessionId: string
  userId: string
  username: string
  bindingHash: string | null
  /** Provider by which the session was signed in. */
  provider: string | null
  sessionExpiresAt: number
  /** True if the session is not revoked, its account is active, and both have the same epoch. */
  isAlive: boolean
  expiresAt: number
  consumedAt: number | null
  successorHash: string | null
  successorSealed: string | null
}

/** SQL on access and refresh tokens. */
export function createTokensRepo(db: Db | Tx) {
  const live = cachedQuery(db, 'tokens.live', ({ hash }: { hash: string }) =>
    db
      .selectFrom('access_tokens')
      .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'user_id', 'signed_in_by', 'confirmed_until', 'username', 'role', 'must_change_password'])
      .select([
        'has_second_factor',
        'access_tokens.expires_at as token_ends_at',
        'sessions.expires_at as session_ends_at',
      ])
      .where('access_tokens.hash', '=', hash)
      .where('sessions.revoked_at', 'is', null)
      .where('users.is_active', '=', 1)
      .whereRef('users.epoch', '=', 'sessions.user_epoch'),
  )

  return {
    async insertAccess(hash: string, sessionId: string, expiresAt: number): Promise<void> {
      await db.insertInto('access_tokens').values({ hash, session_id: sessionId, expires_at: expiresAt }).execute()
    },

    async insertRefresh(hash: string, sessionId: string, expiresAt: number): Promise<void> {
      await db
        .insertInto('refresh_tokens')
        .values({
          hash,
          session_id: sessionId,
          expires_at: expiresAt,
          consumed_at: null,
          successor_hash: null,
          successor_sealed: null,
        })
        .execute()
    },

    /** Session of an access token, if it is not revoked and its account alive. The caller checks its end. */
    async findLive(accessHash: string): Promise<LiveSession | null> {
      const [row] = (await db.executeQuery(live({ hash: accessHash }))).rows
      if (!row) return null
      return {
        sessionId: row.id,
        userId: row.user_id,
        username: row.username,
        role: row.role,
        signedInBy: row.signed_in_by,
        confirmedUntil: row.confirmed_until,
        mustChangePassword: row.must_change_password === 1,
        hasSecondFactor: row.has_second_factor === 1,
        expiresAt: Math.min(row.token_ends_at, row.session_ends_at),
      }
    },

    async findRefresh(hash: string): Promise<RefreshToken | null> {
      const row = await db
        .selectFrom('refresh_tokens')
        .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select([
          'refresh_tokens.hash',
          'refresh_tokens.expires_at',
          'consumed_at',
          'successor_hash',
          'successor_sealed',
          'sessions.id as session_id',
          'sessions.user_id',
          'username',
          'binding_hash',
          'sessions.provider',
          'sessions.expires_at as session_expires_at',
          'revoked_at',
          'is_active',
          'user_epoch',
          'epoch',
        ])
        .where('refresh_tokens.hash', '=', hash)
        .executeTakeFirst()
      if (!row) return null
      return {
        hash: row.hash,
        sessionId: row.session_id,
        userId: row.user_id,
        username: row.username,
        bindingHash: row.binding_hash,
        provider: row.provider,
        sessionExpiresAt: row.session_expires_at,
        isAlive: row.revoked_at === null && row.is_active === 1 && row.user_epoch === row.epoch,
        expiresAt: row.expires_at,
        consumedAt: row.consumed_at,
        successorHash: row.successor_hash,
        successorSealed: row.successor_sealed,
      }
    },

    /** Marks a refresh token used; true for the one caller who was first. */
    async consume(hash: string, now: number, successor: { hash: string; sealed: string }): Promise<boolean> {
      const result = await db
        .updateTable('refresh_tokens')
        .set({ consumed_at: now, successor_hash: successor.hash, successor_sealed: successor.sealed })
        .where('hash', '=', hash)
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /** Shortens tokens to the latest possible end: a clock that ran ahead may have stored a later one. */
    async shorten(ends: { access: number; refresh: number }): Promise<void> {
      const { access, refresh } = ends
      await lowerInParts(db, { table: 'access_tokens', key: 'hash', column: 'expires_at', max: access })
      await lowerInParts(db, { table: 'refresh_tokens', key: 'hash', column: 'expires_at', max: refresh })
    },

    async removeExpired(now: number): Promise<void> {
      for (const table of ['access_tokens', 'refresh_tokens'] as const) {
        await removeInParts(db, { table, key: 'hash', where: sql`expires_at < ${now}` })
      }
    },
  }
}
export type TokensRepo = ReturnType<typeof createTokensRepo>
