import { randomUUID } from 'node:crypto'
import type { Tokens } from '@atalaya/contract/auth'
import type { Repos, RunInTransaction } from '#server/db/repos.ts'
import type { Revocations } from '#server/events/revocations.ts'
import type { Actor } from '#server/http/access.ts'
import { AppError } from '#server/http/errors.ts'
import type { AuthRepo, RefreshToken } from './auth.repo.ts'
import { hashToken, newToken, sealFor, unsealWith } from './tokens.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ACCESS_TOKEN_MS = 10 * MINUTE_MS
const REFRESH_IDLE_MS = 7 * DAY_MS
export const SESSION_MS = 30 * DAY_MS
/** How long the direct parent of the newest refresh token may be shown again (a lost answer, a second tab). */
const REFRESH_GRACE_MS = 30_000

/** Where a sign-in comes from. A browser says so by its `Origin` header and is bound to a cookie; scripts are not. */
export type Device = { userAgent: string; ip: string; isBrowser: boolean }

/** Fresh tokens; `binding` is the cookie's value for a browser. */
export type OpenedSession = { tokens: Tokens; binding: string | null }

type Needs = { repo: AuthRepo; tx: RunInTransaction; revocations: Revocations; now: () => number }

/**
 * Sessions and their opaque tokens (security.md 3.1 to 3.3). Only hashes are stored; a refresh token works once, its
 * direct parent is forgiven for 30 seconds with the identical successor, anything older ends the session (RFC 9700).
 */
export function createSessions({ repo, tx, revocations, now }: Needs) {
  async function issue(repos: Repos, tokens: Tokens, sessionId: string, sessionExpiresAt: number): Promise<void> {
    const idleEnd = Math.min(now() + REFRESH_IDLE_MS, sessionExpiresAt)
    await repos.auth.insertAccessToken(hashToken(tokens.accessToken), sessionId, now() + ACCESS_TOKEN_MS)
    await repos.auth.insertRefreshToken(hashToken(tokens.refreshToken), sessionId, idleEnd)
  }

  async function revoke(sessionId: string, userId: string): Promise<void> {
    await repo.revoke(sessionId, now())
    await revocations.announce({ userId, sessionId })
  }

  async function replay(token: RefreshToken, shown: string): Promise<Tokens | null> {
    if (token.consumedAt === null || token.successorHash === null || token.successorSealed === null) return null
    if (now() - token.consumedAt > REFRESH_GRACE_MS) return null
    const successor = await repo.findRefreshToken(token.successorHash)
    return successor?.consumedAt === null ? unsealWith(shown, token.successorSealed) : null
  }

  async function rotate(token: RefreshToken, shown: string): Promise<Tokens | null> {
    const tokens = newTokens()
    const successor = { hash: hashToken(tokens.refreshToken), sealed: sealFor(shown, tokens) }
    return tx(async (repos) => {
      if (!(await repos.auth.consume(token.hash, now(), successor))) return null
      await issue(repos, tokens, token.sessionId, token.sessionExpiresAt)
      await repos.auth.touch(token.sessionId, now())
      return tokens
    })
  }

  return {
    async open(
      user: { id: string; epoch: number },
      device: Device,
      signedInBy: 'password' | 'qr',
    ): Promise<OpenedSession> {
      const tokens = newTokens()
      const binding = device.isBrowser ? newToken('sb') : null
      const id = randomUUID()
      const expiresAt = now() + SESSION_MS
      await tx(async (repos) => {
        await repos.auth.insertSession({
          id,
          userId: user.id,
          userEpoch: user.epoch,
          signedInBy,
          bindingHash: binding && hashToken(binding),
          userAgent: device.userAgent,
          ip: device.ip,
          now: now(),
          expiresAt,
        })
        await issue(repos, tokens, id, expiresAt)
        await repos.users.touchLogin(user.id, now())
      })
      return { tokens, binding }
    },

    async authenticate(accessToken: string): Promise<Actor | null> {
      const live = await repo.findLive(hashToken(accessToken), now())
      return live && { kind: 'user', ...live }
    },

    /** @throws AppError unauthorized where the token, its session, its account or its cookie is not good. */
    async refresh(shown: string, binding: string | null): Promise<Tokens> {
      const token = await repo.findRefreshToken(hashToken(shown))
      if (!token?.isAlive || token.expiresAt <= now()) throw refused()
      if (token.bindingHash !== null && (binding === null || hashToken(binding) !== token.bindingHash)) throw refused()
      const rotated = token.consumedAt === null ? await rotate(token, shown) : null
      if (rotated) return rotated
      const consumed = await repo.findRefreshToken(token.hash)
      const replayed = consumed && (await replay(consumed, shown))
      if (replayed) return replayed
      await revoke(token.sessionId, token.userId)
      throw refused()
    },

    /** Ends the session of a refresh token; a token that is not known changes nothing. */
    async close(refreshToken: string): Promise<void> {
      const token = await repo.findRefreshToken(hashToken(refreshToken))
      if (token) await revoke(token.sessionId, token.userId)
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>

const newTokens = (): Tokens => ({ accessToken: newToken('at'), refreshToken: newToken('rt') })
const refused = () => new AppError('unauthorized', 'Unauthorized', { code: 'auth.refresh_refused' })
