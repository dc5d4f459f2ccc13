import { type SqlBool, sql } from 'kysely'
import { INNER_OF_SESSIONS, lowerInParts, removeInParts } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { executeUnread } from '#server/db/unread.ts'
import type { SessionProvider, SignedInBy } from '#server/domain/actors.ts'

export type NewSession = {
  id: string
  userId: string
  userEpoch: number
  signedInBy: SignedInBy
  /** The provider that vouched for the person. */
  provider: SessionProvider | null
  bindingHash: string | null
  userAgent: string
  ip: string
  now: number
  expiresAt: number
  confirmedUntil: number | null
}

/** A session as its owner sees it in the list. */
export type OwnSession = {
  id: string
  userAgent: string
  ip: string
  isBound: boolean
  signedInBy: SignedInBy
  providerName: string | null
  createdAt: number
  lastUsedAt: number
}

/** Maximum of listed sessions, the most recently used ones. */
const LISTED_MAX = 100
const REMOVED_BATCH_SIZE = 1000

/** SQL on sessions. */
export function createSessionsRepo(db: Db | Tx) {
  const liveOf = (userId: string, now: number, idleSince: number) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('sessions.user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', idleSince)
      .whereRef('epoch', '=', 'user_epoch')

  return {
    async insert(session: NewSession): Promise<void> {
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          user_id: session.userId,
          user_epoch: session.userEpoch,
          signed_in_by: session.signedInBy,
          provider: session.provider?.id ?? null,
          provider_name: session.provider?.name ?? null,
          binding_hash: session.bindingHash,
          user_agent: session.userAgent,
          ip: session.ip,
          created_at: session.now,
          last_used_at: session.now,
          expires_at: session.expiresAt,
          revoked_at: null,
          confirmed_until: session.confirmedUntil,
        })
        .execute()
    },

    async touch(sessionId: string, now: number): Promise<void> {
      await executeUnread(db, db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', sessionId))
    },

    /** Ends a session of this account; false if it has no such live session. */
    async revoke(sessionId: string, userId: string, now: number): Promise<boolean> {
      const result = await db
        .updateTable('sessions')
        .set({ revoked_at: now })
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /**
     * Moves a session into the new epoch of its account, so that it survives the end of all others. False if it had
     * ended before.
     */
    async adoptEpoch(sessionId: string, epoch: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ user_epoch: epoch })
        .where('id', '=', sessionId)
        .where('user_epoch', '=', epoch - 1)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Locks a session for this transaction: ending it waits. False if it was ended first. */
    async lockLive(sessionId: string, epoch: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set((session) => ({ user_epoch: session.ref('user_epoch') }))
        .where('id', '=', sessionId)
        .where('user_epoch', '=', epoch)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async confirm(sessionId: string, until: number): Promise<void> {
      await db.updateTable('sessions').set({ confirmed_until: until }).where('id', '=', sessionId).execute()
    },

    /** The account's sessions that are alive at `now` and were used since `idleSince`, newest use first. */
    async listLive(userId: string, now: number, idleSince: number): Promise<OwnSession[]> {
      const rows = await liveOf(userId, now, idleSince)
        .select(['sessions.id', 'user_agent', 'ip', 'binding_hash', 'signed_in_by', 'sessions.created_at'])
        .select(['last_used_at', 'provider_name'])
        .orderBy('last_used_at', 'desc')
        .orderBy('sessions.created_at', 'desc')
        .limit(LISTED_MAX)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        userAgent: row.user_agent,
        ip: row.ip,
        isBound: row.binding_hash !== null,
        signedInBy: row.signed_in_by,
        providerName: row.provider_name,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
      }))
    },

    async countLive(userId: string, now: number, idleSince: number): Promise<number> {
      const row = await liveOf(userId, now, idleSince)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    /**
     * Removes the least recently used live sessions of an account, so that `max` are left. `keptId` stays. The
     * returned function gives the removed ids, after the commit.
     */
    async removeBeyond(max: number, keptId: string, userId: string, now: number, idleSince: number) {
      const surplus = liveOf(userId, now, idleSince)
        .select('sessions.id')
        .where('sessions.id', '!=', keptId)
        .orderBy('last_used_at', 'desc')
        .orderBy('sessions.created_at', 'desc')
        .offset(max - 1)
        .limit(REMOVED_BATCH_SIZE)
      const removed = await executeUnread(db, db.deleteFrom('sessions').where('id', 'in', surplus).returning('id'))
      return () => removed().rows.map(({ id }) => id)
    },

    /** Shortens sessions to the latest possible end: a clock that ran ahead may have stored a later one. */
    async shorten(now: number, end: number): Promise<void> {
      await lowerInParts(db, { table: 'sessions', column: 'expires_at', max: end })
      await lowerInParts(db, { table: 'sessions', column: 'last_used_at', max: now })
    },

    /** Removes sessions that have ended or fallen idle, and with them their tokens. */
    async removeDead(now: number, idleSince: number): Promise<void> {
      const where = sql<SqlBool>`(expires_at < ${now} or last_used_at < ${idleSince})`
      await removeInParts(db, { table: 'sessions', where, batchSize: 20, inner: INNER_OF_SESSIONS })
    },
  }
}
export type SessionsRepo = ReturnType<typeof createSessionsRepo>
