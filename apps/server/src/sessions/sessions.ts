import { randomUUID } from 'node:crypto'
import type { Session, Tokens } from '@atalaya/contract/auth'
import type { Repos } from '#server/compose/repos.ts'
import type { FindRecent } from '#server/db/read-cache.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, SessionProvider, SignedInBy } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Revocations } from '#server/events/revocations.ts'
import {
  ACCESS_TOKEN_MS,
  CLOCK_SKEW_MAX_MS,
  CONFIRMED_MS,
  REFRESH_IDLE_MS,
  SESSION_MS,
  SESSIONS_MAX,
} from '#server/limits/limits.ts'
import { type Device, deviceName } from './device.ts'
import type { SessionsRepo } from './sessions.repo.ts'
import { sessionEnded } from './still-allowed.ts'
import type { LiveSession, TokensRepo } from './tokens.repo.ts'
import { hashToken, newToken } from './tokens.ts'

export type { LiveSession }

/** Tables that decide if a token is still valid. */
export const SESSION_TABLES: (keyof Schema)[] = ['access_tokens', 'sessions', 'users']

/** Fresh tokens; `binding` is the cookie's value for a browser. */
export type OpenedSession = { tokens: Tokens; binding: string | null }

type Opening = {
  signedInBy: SignedInBy
  provider?: SessionProvider | null | undefined
  /**
   * True if the person has just authenticated, here or at the provider: the session counts as confirmed for a while.
   */
  isFresh: boolean
}

type Needs = {
  repo: { sessions: SessionsRepo; tokens: TokensRepo }
  revocations: Revocations
  findRecent: FindRecent<LiveSession | null>
  /** True if administrators must have a second factor. */
  isFactorRequired: () => Promise<boolean>
  now: () => number
}

/**
 * Sessions and their opaque tokens; only hashes are stored. Every request is checked against session and account as the
 * last write left them. The end of a session therefore takes effect on the next request.
 */
export function createSessions({ repo, revocations, findRecent, isFactorRequired, now }: Needs) {
  /** True while a confirmation lasts. One with a later end was given while the clock ran ahead, and does not count. */
  const isConfirmed = (until: number) => until > now() && until <= now() + CONFIRMED_MS + CLOCK_SKEW_MAX_MS
  const idleSince = () => now() - REFRESH_IDLE_MS

  /** Writes new tokens for a session, as part of a transaction. */
  async function issueIn(
    { tokens: repo }: Pick<Repos, 'tokens'>,
    tokens: Tokens,
    session: { id: string; expiresAt: number },
  ): Promise<void> {
    const idleEnd = Math.min(now() + REFRESH_IDLE_MS, session.expiresAt)
    await repo.insertAccess(hashToken(tokens.accessToken), session.id, now() + ACCESS_TOKEN_MS)
    await repo.insertRefresh(hashToken(tokens.refreshToken), session.id, idleEnd)
  }

  return {
    issueIn,

    /**
     * Opens a session as part of a transaction. Call it before other writes that refer to the account. Then a
     * concurrent removal of the account waits, or came first. If the account has too many sessions, the least recently
     * used end. After the commit call `announce`, which ends their open streams.
     *
     * @throws AppError unauthorized if the account is deleted.
     */
    async openIn(
      repos: Pick<Repos, 'sessions' | 'tokens' | 'users'>,
      user: { id: string; epoch: number },
      device: Pick<Device, 'userAgent' | 'ip' | 'isBrowser'>,
      { signedInBy, provider = null, isFresh }: Opening,
    ): Promise<{ session: OpenedSession; announce: () => void }> {
      if (!(await repos.users.touchLogin(user.id, now()))) throw wrongCredentials()
      const tokens = newTokens()
      const binding = device.isBrowser ? newToken('sb') : null
      const id = randomUUID()
      const expiresAt = now() + SESSION_MS
      await repos.sessions.insert({
        id,
        userId: user.id,
        userEpoch: user.epoch,
        signedInBy,
        provider,
        bindingHash: binding && hashToken(binding),
        userAgent: device.userAgent,
        ip: device.ip,
        now: now(),
        expiresAt,
        confirmedUntil: isFresh ? now() + CONFIRMED_MS : null,
      })
      await issueIn(repos, tokens, { id, expiresAt })
      const removed = await repos.sessions.removeBeyond(SESSIONS_MAX, id, user.id, now(), idleSince())
      const announce = () => removed().forEach((sessionId) => void revocations.announce({ userId: user.id, sessionId }))
      return { session: { tokens, binding }, announce }
    },

    async authenticate(accessToken: string): Promise<Actor | null> {
      const hash = hashToken(accessToken)
      const live = await findRecent(hash, () => repo.tokens.findLive(hash))
      if (!live || live.expiresAt <= now()) return null
      const { confirmedUntil, expiresAt, hasSecondFactor, ...rest } = live
      const isConfirmedNow = isConfirmed(confirmedUntil ?? 0)
      return {
        kind: 'user',
        ...rest,
        isConfirmed: isConfirmedNow,
        mustConfirm: rest.signedInBy === 'qr' && !isConfirmedNow,
        mustSetUpFactor: rest.role === 'admin' && !hasSecondFactor && (await isFactorRequired()),
        tokenEndsAt: Math.min(expiresAt, now() + ACCESS_TOKEN_MS),
      }
    },

    /** Ends one session of an account; false if the account has no such live session. */
    async end(sessionId: string, userId: string): Promise<boolean> {
      const wasLive = await repo.sessions.revoke(sessionId, userId, now())
      if (wasLive) revocations.announce({ userId, sessionId })
      return wasLive
    },

    /**
     * Ends all sessions of an account, but for `except`, as part of a transaction. A concurrent sign-in with the old
     * epoch gets a dead session. After the commit call the returned function, which ends open streams.
     *
     * @throws AppError unauthorized if `except` has ended: ending others does not revive it.
     */
    async endAllIn(
      repos: Pick<Repos, 'sessions' | 'users'>,
      userId: string,
      except?: string,
    ): Promise<() => Promise<void>> {
      const epoch = await repos.users.raiseEpoch(userId)
      if (except !== undefined && !(await repos.sessions.adoptEpoch(except, epoch))) throw sessionEnded()
      return async () => revocations.announce({ userId, except })
    },

    /** Ends the account's open streams; they reconnect with their present rights. */
    restartStreams: async (userId: string): Promise<void> => revocations.announce({ userId }),

    async list(userId: string, currentId: string): Promise<Session[]> {
      const found = await repo.sessions.listLive(userId, now(), idleSince())
      return found.map((session) => ({
        _id: session.id,
        device: deviceName(session.userAgent),
        ip: session.ip,
        kind: session.isBound ? 'browser' : 'api',
        signedInBy: session.signedInBy,
        provider: session.providerName ?? undefined,
        createdAt: new Date(Math.min(session.createdAt, now())).toISOString(),
        lastUsedAt: new Date(Math.min(session.lastUsedAt, now())).toISOString(),
        current: session.id === currentId,
      }))
    },

    count: (userId: string): Promise<number> => repo.sessions.countLive(userId, now(), idleSince()),

    /** Lets a session make sensitive changes for a while. Returns the end of that time. */
    async confirm(sessionId: string): Promise<number> {
      const until = now() + CONFIRMED_MS
      await repo.sessions.confirm(sessionId, until)
      return until
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>

/** The one answer to every refused sign-in, for all reasons. */
export const wrongCredentials = () =>
  new AppError('unauthorized', 'Credenciales incorrectas', { code: 'auth.wrong_credentials' })

export const newTokens = (): Tokens => ({ accessToken: newToken('at'), refreshToken: newToken('rt') })
