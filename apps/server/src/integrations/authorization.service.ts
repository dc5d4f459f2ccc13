import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Integration } from '@atalaya/contract/integrations'
import type { Role } from '@atalaya/contract/users'
import type { Audit } from '#server/audit/audit.service.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { IntegrationStartsRepo } from './integration-starts.repo.ts'
import { toIntegration } from './integration-view.ts'
import type { Connection } from './integrations.repo.ts'
import type { ReturnAddress } from './return-address.ts'
import { type Grant, GrantRefused, ServiceAway, type Spotify } from './spotify.ts'

/** Maximum time on Spotify's page of consent. */
export const CONSENT_MS = 10 * 60_000
const RANDOM_BYTES = 32
const ATTEMPT_RATE = {
  name: 'integrations',
  max: 30,
  windowMs: 10 * 60_000,
  message: 'Too many attempts to connect; try again in a few minutes',
  code: 'integrations.too_many',
}

type Needs = {
  starts: IntegrationStartsRepo
  tx: RunInTransaction<'integrations' | 'integrationStarts'>
  spotify: Spotify
  tokens: AccessTokens
  box: SecretBox
  audit: Audit
  limits: RateLimits
  now: () => number
}

const sha256 = (text: string) => createHash('sha256').update(text)
const random = () => randomBytes(RANDOM_BYTES).toString('base64url')

/**
 * Connects an account: authorisation code with PKCE (RFC 9700 2.1.1). An answer is valid only in the session that
 * started the authorisation, within ten minutes, and once.
 */
export function createAuthorization({ starts, tx, spotify, tokens, box, audit, limits, now }: Needs) {
  async function exchange(code: string, verifier: string, redirectUri: string): Promise<Grant> {
    try {
      return await spotify.exchange({ code, verifier, redirectUri })
    } catch (error) {
      if (error instanceof GrantRefused) throw refusal()
      if (error instanceof ServiceAway) throw away()
      throw error
    }
  }

  return {
    /**
     * Returns the URL of Spotify's page of consent.
     *
     * @throws AppError conflict if Spotify is not set up or `address` can't be used; too_many
     */
    async start({ userId, sessionId, role }: Caller, address: ReturnAddress): Promise<string> {
      limits.spend(ATTEMPT_RATE, userId)
      if (!spotify.isConfigured) throw cannotConnect(notConfiguredText(role))
      if (address.redirectUri === null) throw cannotConnect(address.problem)
      const { redirectUri } = address
      const [state, verifier] = [random(), random()]
      const stateHash = sha256(state).digest('hex')
      const start = {
        sessionId,
        service: 'spotify' as const,
        verifierSealed: box.seal(verifier, stateHash),
        redirectUri,
      }
      await tx((repos) => repos.integrationStarts.put(stateHash, start, now(), now() + CONSENT_MS))
      return spotify.authorizeUrl({ state, redirectUri, challenge: sha256(verifier).digest('base64url') })
    },

    /**
     * Connects the account that consented.
     *
     * @throws AppError bad_request if this session did not start this authorisation, or Spotify refuses the code
     * @throws AppError bad_gateway if Spotify does not answer; too_many
     */
    async finish(caller: Caller, { code, state }: { code: string; state: string }): Promise<Integration> {
      limits.spend(ATTEMPT_RATE, caller.userId)
      const stateHash = sha256(state).digest('hex')
      const start = await starts.redeem(stateHash, caller.sessionId, 'spotify', now())
      if (!start) throw refusal()
      const granted = await exchange(code, box.open(start.verifierSealed, stateHash), start.redirectUri)
      if (granted.refreshToken === null) throw refusal()
      const id = randomUUID()
      const connection: Connection = {
        id,
        userId: caller.userId,
        service: 'spotify',
        account: await spotify.accountName(granted.accessToken),
        status: 'connected',
        connectedAt: now(),
        ...tokens.seal(
          id,
          { accessToken: granted.accessToken, refreshToken: granted.refreshToken },
          granted.expiresInMs,
        ),
      }
      await tx((repos) => repos.integrations.put(connection))
      await audit.record({ action: 'integration.connected', by: caller, target: { id, name: 'Spotify' } })
      return toIntegration(connection)
    },
  }
}
export type Authorization = ReturnType<typeof createAuthorization>

/** Text about the missing setting, for administrators and for others. */
export const notConfiguredText = (role: Role): string =>
  role === 'admin'
    ? 'Spotify is not set up here: register this server with Spotify and set SPOTIFY_CLIENT_ID.'
    : 'Spotify is not set up here: an administrator has to register this server with Spotify first.'

const cannotConnect = (problem: string) => new AppError('conflict', problem, { code: 'integrations.cannot_connect' })
const refusal = () =>
  new AppError('bad_request', 'This authorisation is not valid (any more); connect again from the settings', {
    code: 'integrations.refused',
  })
const away = () =>
  new AppError('bad_gateway', 'Spotify does not answer; try again in a moment', { code: 'integrations.away' })
