import type { IntegrationService } from '@atalaya/contract/integrations'
import { z } from 'zod'
import { SealError, type SecretBox } from '#server/secrets/secret-box.ts'
import type { Connection, IntegrationsRepo } from './integrations.repo.ts'
import { GrantRefused, ServiceAway, type Spotify } from './spotify.ts'

/** Time before its end at which a token is renewed. A failure can be retried while the old one is valid. */
const EARLY_MS = 5 * 60_000
/** Longer than any renewal takes; after that another instance may try. */
const CLAIM_MS = 15_000

const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
type TokenPair = z.infer<typeof tokenPair>

/** Present access to a service in a user's name. */
export type ServiceAccess = { state: 'open'; token: string } | { state: 'missing' | 'reconnect' | 'away' }

type Needs = { repo: IntegrationsRepo; box: SecretBox; spotify: Pick<Spotify, 'refresh'>; now: () => number }

/** Access tokens for the server's own requests to services. Renews them; they never leave the server. */
export function createAccessTokens({ repo, box, spotify, now }: Needs) {
  const renewals = new Map<string, Promise<ServiceAccess>>()

  /** Unseals the tokens; null if they were sealed with a lost key. */
  function unseal({ id, sealed }: Connection): TokenPair | null {
    try {
      return tokenPair.parse(JSON.parse(box.open(sealed, id)))
    } catch (error) {
      if (error instanceof SealError) return null
      throw error
    }
  }

  const seal = (id: string, pair: TokenPair, expiresInMs: number) => ({
    sealed: box.seal(JSON.stringify(pair), id),
    accessEndsAt: now() + expiresInMs,
  })

  async function requireReconnect(connection: Connection): Promise<ServiceAccess> {
    await repo.markLost(connection)
    return { state: 'reconnect' }
  }

  /** Access after a failed claim: the new token if another instance has renewed it, else `meanwhile`. */
  async function accessAfterLostClaim(
    { userId, service, sealed }: Connection,
    meanwhile: ServiceAccess,
  ): Promise<ServiceAccess> {
    const current = await repo.find(userId, service)
    if (!current || current.sealed === sealed || current.status === 'reconnect') return meanwhile
    const pair = unseal(current)
    return pair && current.accessEndsAt > now() ? { state: 'open', token: pair.accessToken } : meanwhile
  }

  /**
   * Renews a pair of tokens. Returns `meanwhile` while another instance renews it, or if the service is away: the old
   * token while it is good, else `away`.
   */
  async function renew(connection: Connection, pair: TokenPair, meanwhile: ServiceAccess): Promise<ServiceAccess> {
    if (!(await repo.claim(connection, now(), now() + CLAIM_MS))) return accessAfterLostClaim(connection, meanwhile)
    try {
      const granted = await spotify.refresh(pair.refreshToken)
      const fresh = { accessToken: granted.accessToken, refreshToken: granted.refreshToken ?? pair.refreshToken }
      await repo.renew(connection, seal(connection.id, fresh, granted.expiresInMs))
      return { state: 'open', token: fresh.accessToken }
    } catch (error) {
      if (error instanceof GrantRefused) return requireReconnect(connection)
      await repo.release(connection)
      if (error instanceof ServiceAway) return meanwhile
      throw error
    }
  }

  /** One renewal of a connection at a time; concurrent callers share its result. */
  function renewOnce(connection: Connection, pair: TokenPair, meanwhile: ServiceAccess): Promise<ServiceAccess> {
    const known = renewals.get(connection.id)
    if (known) return known
    const renewal = renew(connection, pair, meanwhile).finally(() => renewals.delete(connection.id))
    renewals.set(connection.id, renewal)
    return renewal
  }

  return {
    seal,

    /** Access of a user to a service. `refused` is a token that the service has just refused, so that it is renewed. */
    async of(userId: string, service: IntegrationService, refused?: string): Promise<ServiceAccess> {
      const connection = await repo.find(userId, service)
      if (!connection) return { state: 'missing' }
      if (connection.status === 'reconnect') return { state: 'reconnect' }
      const pair = unseal(connection)
      if (!pair) return requireReconnect(connection)
      const isGood = pair.accessToken !== refused && connection.accessEndsAt > now()
      const meanwhile: ServiceAccess = isGood ? { state: 'open', token: pair.accessToken } : { state: 'away' }
      if (isGood && connection.accessEndsAt - EARLY_MS > now()) return meanwhile
      return renewOnce(connection, pair, meanwhile)
    },
  }
}
export type AccessTokens = ReturnType<typeof createAccessTokens>
