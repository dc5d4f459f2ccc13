import { type Tokens, tokens as tokensSchema } from '@atalaya/contract/auth'
import type { Audit } from '#server/audit/audit.service.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { AppError } from '#server/domain/errors.ts'
import { REFRESH_GRACE_MS, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { newTokens, type Sessions } from './sessions.ts'
import type { RefreshToken, TokensRepo } from './tokens.repo.ts'
import { hashToken, sealFor, unsealWith } from './tokens.ts'

type Needs = {
  repo: TokensRepo
  tx: RunInTransaction<'sessions' | 'tokens'>
  sessions: Sessions
  limits: RateLimits
  audit: Audit
  now: () => number
}

/**
 * Refresh tokens: each works once, and is exchanged for a successor. For 30 seconds a repeated exchange gets the same
 * successor. The use of an older token ends the session (RFC 9700).
 */
export function createRotation({ repo, tx, sessions, limits, audit, now }: Needs) {
  /** Reads the successor of a token that was exchanged just now; null if it may not be handed out again. */
  async function replay(token: RefreshToken, sentToken: string): Promise<Tokens | null> {
    if (token.consumedAt === null || token.successorHash === null || token.successorSealed === null) return null
    if (now() - token.consumedAt > REFRESH_GRACE_MS) return null
    const successor = await repo.findRefresh(token.successorHash)
    if (successor?.consumedAt !== null) return null
    return tokensSchema.parse(JSON.parse(unsealWith(sentToken, token.successorSealed)))
  }

  async function rotate(token: RefreshToken, sentToken: string): Promise<Tokens | null> {
    const tokens = newTokens()
    const successor = { hash: hashToken(tokens.refreshToken), sealed: sealFor(sentToken, JSON.stringify(tokens)) }
    return tx(async (repos) => {
      if (!(await repos.tokens.consume(token.hash, now(), successor))) return null
      await sessions.issueIn(repos, tokens, { id: token.sessionId, expiresAt: token.sessionExpiresAt })
      await repos.sessions.touch(token.sessionId, now())
      return tokens
    })
  }

  async function recordRefusal(
    ip: string,
    fault?: 'auth.refresh_reuse' | 'auth.refresh_unbound',
    token?: RefreshToken,
  ) {
    limits.spend(rates.refusedRefreshes, ip)
    if (fault && token)
      await audit.record({ action: fault, by: { userId: token.userId, username: token.username, ip } })
    return new AppError('unauthorized', 'Unauthorized', { code: 'auth.refresh_refused' })
  }

  return {
    /**
     * Rotates a refresh token.
     *
     * @throws AppError unauthorized if the token, its session, its account or its cookie is not valid.
     * @throws AppError too_many if a network is refused too often
     */
    async refresh(sentToken: string, binding: string | null, ip: string): Promise<Tokens> {
      const token = await repo.findRefresh(hashToken(sentToken))
      if (!token?.isAlive || token.expiresAt <= now()) throw await recordRefusal(ip)
      if (token.bindingHash !== null && (binding === null || hashToken(binding) !== token.bindingHash)) {
        throw await recordRefusal(ip, 'auth.refresh_unbound', token)
      }
      const rotated = token.consumedAt === null ? await rotate(token, sentToken) : null
      if (rotated) return rotated
      const consumed = await repo.findRefresh(token.hash)
      const replayed = consumed && (await replay(consumed, sentToken))
      if (replayed) return replayed
      await sessions.end(token.sessionId, token.userId)
      throw await recordRefusal(ip, 'auth.refresh_reuse', token)
    },

    /** Signs out: ends the session of a refresh token, if it is valid. Returns the provider that opened the session. */
    async close(refreshToken: string, ip: string): Promise<string | null> {
      const token = await repo.findRefresh(hashToken(refreshToken))
      if (!token?.isAlive || !(await sessions.end(token.sessionId, token.userId))) return null
      await audit.record({ action: 'auth.logout', by: { userId: token.userId, username: token.username, ip } })
      return token.provider
    },
  }
}
export type Rotation = ReturnType<typeof createRotation>
