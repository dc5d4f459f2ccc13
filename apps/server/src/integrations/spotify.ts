import { parseJson } from '@atalaya/contract/bounded-json'
import { z } from 'zod'
import type { Outbound, OutboundAnswer } from '#server/net/outbound.ts'
import { OutboundError } from '#server/net/outbound.ts'

/** The only scope that the now-playing modules need. */
const SCOPE = 'user-read-currently-playing'
const LIMITS = { timeoutMs: 5000, maxBytes: 64 * 1024 }
const NAME_MAX = 100
const SECOND_MS = 1000

/** Bound on the lifetime of an access token that an answer may claim, in seconds. */
const ACCESS_MAX_S = 365 * 24 * 60 * 60

const token = z.string().min(1).max(4_096)
const grantAnswer = z.object({
  access_token: token,
  expires_in: z.number().positive().max(ACCESS_MAX_S),
  refresh_token: token.optional(),
})
const profileAnswer = z.object({ id: z.string().max(1_000), display_name: z.string().max(1_000).nullish() })

/** Grant of a service. `refreshToken` is null if the previous one stays valid. */
export type Grant = { accessToken: string; refreshToken: string | null; expiresInMs: number }

/** Thrown if the service refuses a code or a refresh token: it is used, foreign, withdrawn or expired. */
export class GrantRefused extends Error {}
/** Thrown if the service gives no valid answer; a retry may help. */
export class ServiceAway extends Error {}

type Settings = { SPOTIFY_CLIENT_ID?: string | undefined; SPOTIFY_ACCOUNTS_URL: string; SPOTIFY_API_URL: string }
type Needs = { config: Settings; outbound: Pick<Outbound, 'request'> }

/** Spotify's side of a connection: authorisation code with PKCE, as a client without a secret. */
export function createSpotify({ config, outbound }: Needs) {
  const { SPOTIFY_CLIENT_ID: clientId = '', SPOTIFY_ACCOUNTS_URL: accounts, SPOTIFY_API_URL: api } = config

  async function send(url: string, request: { method?: 'POST'; headers: Record<string, string>; body?: string }) {
    try {
      return await outbound.request(url, { ...request, ...LIMITS })
    } catch (error) {
      if (error instanceof OutboundError) throw new ServiceAway('Spotify could not be asked', { cause: error })
      throw error
    }
  }

  async function requestGrant(form: Record<string, string>): Promise<Grant> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const body = new URLSearchParams({ ...form, client_id: clientId }).toString()
    const answer = await send(`${accounts}/api/token`, { method: 'POST', headers, body })
    if (answer.status === 400 && errorCodeOf(answer) === 'invalid_grant') throw new GrantRefused('Spotify refused')
    const parsed = grantAnswer.safeParse(answer.status === 200 ? jsonOf(answer) : null)
    if (!parsed.success) throw new ServiceAway(`Spotify answered ${answer.status} to a request for tokens`)
    const { access_token: accessToken, refresh_token: refreshToken = null, expires_in: seconds } = parsed.data
    return { accessToken, refreshToken, expiresInMs: seconds * SECOND_MS }
  }

  return {
    isConfigured: clientId !== '',

    authorizeUrl({ state, challenge, redirectUri }: { state: string; challenge: string; redirectUri: string }): string {
      const url = new URL(`${accounts}/authorize`)
      const query = { client_id: clientId, response_type: 'code', redirect_uri: redirectUri, state, scope: SCOPE }
      const pkce = { code_challenge_method: 'S256', code_challenge: challenge }
      url.search = new URLSearchParams({ ...query, ...pkce }).toString()
      return url.href
    },

    /** @throws GrantRefused, ServiceAway */
    exchange: ({ code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string }) =>
      requestGrant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),

    /** @throws GrantRefused, ServiceAway */
    refresh: (refreshToken: string) => requestGrant({ grant_type: 'refresh_token', refresh_token: refreshToken }),

    /** Display name of the account; empty if Spotify doesn't say. */
    async accountName(accessToken: string): Promise<string> {
      const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
      const answer = await send(`${api}/v1/me`, { headers }).catch(() => null)
      const parsed = profileAnswer.safeParse(answer?.status === 200 ? jsonOf(answer) : null)
      return parsed.success ? (parsed.data.display_name || parsed.data.id).slice(0, NAME_MAX) : ''
    },
  }
}
export type Spotify = ReturnType<typeof createSpotify>

const errorCodeOf = (answer: OutboundAnswer) => z.object({ error: z.string() }).safeParse(jsonOf(answer)).data?.error

function jsonOf({ body }: OutboundAnswer): unknown {
  try {
    return parseJson(body.toString('utf8'))
  } catch {
    return null
  }
}
