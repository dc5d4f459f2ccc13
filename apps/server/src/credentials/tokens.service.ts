import { randomUUID } from 'node:crypto'
import {
  type newToken as newTokenSchema,
  type OwnedToken,
  type PersonalToken,
  TOKENS_MAX,
} from '@atalaya/contract/credentials'
import { selector } from '@atalaya/contract/selector'
import type { z } from 'zod'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Actor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { Revocations } from '#server/events/revocations.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import { hashToken, newToken } from '#server/sessions/tokens.ts'
import { tokenCreations } from './credential-limits.ts'
import type { CredentialsRepo, ListedCredential } from './credentials.repo.ts'
import { scopesIn } from './credentials.ts'
import type { LastUses } from './last-uses.ts'

const DAY_MS = 24 * 60 * 60_000

type Needs = {
  repo: CredentialsRepo
  tx: RunInTransaction<'audit' | 'credentials' | 'sessions' | 'users'>
  revocations: Revocations
  limits: RateLimits
  uses: Pick<LastUses, 'write'>
  now: () => number
}

/** Tokens that people give to programs: made, shown and revoked by people alone. */
export function createTokensService({ repo, tx, revocations, limits, uses, now }: Needs) {
  /**
   * Revokes a token.
   *
   * @throws AppError not_found if it does not exist, or has another owner than `ownerId`
   * @throws AppError unauthorized or forbidden if the caller's session or role has ended
   */
  async function revoke(by: Caller, id: string, ownerId: string | null): Promise<void> {
    const revoked = await tx(async (repos) => {
      await assertStillAllowed(repos, by)
      const found = await repos.credentials.revoke(id, ownerId, now())
      if (!found) throw new AppError('not_found', 'There is no such token', { code: 'tokens.not_found' })
      const target = { id, name: found.name }
      await repos.audit.insert(now(), { action: 'token.revoked', by, target })
      return found
    })
    revocations.announce({ userId: revoked.ownerId, sessionId: id })
  }

  return {
    async list({ userId }: Actor): Promise<PersonalToken[]> {
      await uses.write()
      return (await repo.listOf(userId, now())).map(toToken)
    },

    async listAll(): Promise<OwnedToken[]> {
      await uses.write()
      await waitForFreeTurn()
      const found = await repo.listAll(now())
      return found.map((row) => ({ ...toToken(row), owner: { _id: row.owner_id, username: row.username } }))
    },

    async create(by: Caller, { name, scopes, days, selector: chosen }: z.output<typeof newTokenSchema>) {
      const [id, token] = [randomUUID(), newToken('ap')]
      const row = {
        id,
        name,
        scopes: JSON.stringify(scopes),
        selector: chosen ? JSON.stringify(chosen) : null,
        now: now(),
        expiresAt: now() + days * DAY_MS,
      }
      await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        if ((await repos.credentials.countValid(by.userId, now())) >= TOKENS_MAX) throw tooMany()
        limits.spend(tokenCreations, by.userId)
        await repos.credentials.insert({ ...row, ownerId: by.userId, hash: hashToken(token) })
        const [target, details] = [{ id, name }, scopes.join(', ')]
        await repos.audit.insert(now(), { action: 'token.created', by, target, details })
      })
      const listed = { ...row, created_at: row.now, expires_at: row.expiresAt, last_used_at: null, last_address: null }
      return { token, created: toToken(listed) }
    },

    revoke: (by: Caller, id: string): Promise<void> => revoke(by, id, by.userId),
    revokeAny: (by: Caller, id: string): Promise<void> => revoke(by, id, null),
  }
}
export type TokensService = ReturnType<typeof createTokensService>

const tooMany = () =>
  new AppError('conflict', `You have ${TOKENS_MAX} tokens, the maximum; revoke one first`, {
    code: 'tokens.too_many',
  })

function toToken(row: ListedCredential): PersonalToken {
  const { id, name, scopes, selector: stored } = row
  return {
    _id: id,
    name,
    scopes: scopesIn(scopes),
    selector: stored === null ? null : selector.parse(JSON.parse(stored)),
    createdAt: instantOf(row.created_at),
    expiresAt: instantOf(row.expires_at ?? 0),
    lastUsedAt: row.last_used_at === null ? null : instantOf(row.last_used_at),
    lastAddress: row.last_address,
  }
}

const instantOf = (at: number) => new Date(at).toISOString()
