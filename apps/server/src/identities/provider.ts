import { AppError } from '#server/domain/errors.ts'
import { CONFIRMED_MS } from '#server/limits/limits.ts'
import { isFresh, type ProfileClaims, readClaims, type VouchedClaims } from './claims.ts'
import { createDiscovery } from './discovery.ts'
import { type ClientNeeds, createProviderClient, isPlain, loadClient } from './provider-client.ts'
import type { Reachability } from './provider-fetch.ts'

/** Secrets that bind one round trip to the provider. */
export type RoundTrip = { verifier: string; nonce: string; redirectUri: string }
type AuthorizeRequest = RoundTrip & { state: string; mustSignIn: boolean }
type AuthorizeResponse = AuthorizeRequest & {
  /** Query string of the URL with which the browser came back. */
  answer: string
}

type Needs = ClientNeeds & {
  /** Logs the reason of a failed sign-in for the administrator, without secrets. */
  warn: (line: string) => void
}

/** One provider: authorisation code with PKCE, its answers checked by the library that is certified for it. */
export function createProvider({ warn, ...needs }: Needs) {
  const { settings, now } = needs
  const { id, name, issuer, clientId, scopes, groupsClaim, adminGroup } = settings
  const { readMetadata, configure } = createProviderClient(needs)
  const discover = createDiscovery({ read: () => runAndExplain(readMetadata), now })

  /** Runs `work` and logs its errors. People get one of two sentences: the provider is away, or it failed. */
  async function runAndExplain<T>(work: (reached: Reachability) => Promise<T>): Promise<T> {
    const reached: Reachability = { isAway: false }
    try {
      return await work(reached)
    } catch (error) {
      warn(`Sign-in by ${id}: ${reasonOf(error)}`)
      throw reached.isAway ? awayError(name) : refusal(name)
    }
  }

  return {
    id,
    name,
    /** Issuer in the one spelling that identities are stored with. */
    issuer: new URL(issuer).href,
    registration: settings.registration,
    /** True if a group makes administrators, and this person is in it. */
    makesAdmin: ({ groups }: ProfileClaims): boolean => adminGroup !== undefined && groups.includes(adminGroup),

    /**
     * The provider's page to sign in at.
     *
     * @throws AppError bad_gateway if the provider is away; bad_request if its answer can't be used
     */
    async authorizeUrl({ verifier, nonce, redirectUri, state, mustSignIn }: AuthorizeRequest): Promise<string> {
      const metadata = await discover()
      return runAndExplain(async (reached) => {
        const client = await loadClient()
        const url = client.buildAuthorizationUrl(await configure(metadata, reached), {
          redirect_uri: redirectUri,
          scope: scopes,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(mustSignIn && { prompt: 'login', max_age: '0' }),
        })
        return url.href
      })
    },

    /**
     * Identity of a person who returns from the provider, after all checks.
     *
     * @throws AppError bad_gateway if the provider is away; bad_request if its answer can't be used
     */
    async identify({
      answer,
      verifier,
      nonce,
      redirectUri,
      state,
      mustSignIn,
    }: AuthorizeResponse): Promise<VouchedClaims> {
      const metadata = await discover()
      return runAndExplain(async (reached) => {
        const client = await loadClient()
        const config = await configure(metadata, reached)
        const callbackUrl = new URL(redirectUri)
        callbackUrl.search = answer
        const tokens = await client.authorizationCodeGrant(config, callbackUrl, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
          ...(mustSignIn && { maxAge: 0 }),
        })
        const token = tokens.claims()
        if (!token) throw new Error('no ID token')
        const userInfo = metadata.userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, token.sub)
          : {}
        return { ...readClaims({ ...userInfo, ...token }, groupsClaim), isFresh: isFresh(token, CONFIRMED_MS) }
      })
    },

    /** Sign-out page of the provider; null if it has none, or is away. */
    async endSessionUrl(returnTo: string): Promise<string | null> {
      const metadata = await discover().catch(() => null)
      if (!metadata?.end_session_endpoint) return null
      const url = new URL(metadata.end_session_endpoint)
      if (url.protocol !== 'https:' && !isPlain(issuer)) return null
      url.searchParams.set('client_id', clientId)
      url.searchParams.set('post_logout_redirect_uri', returnTo)
      return url.href
    },
  }
}
export type Provider = ReturnType<typeof createProvider>

/** Reason of a failure, for the log: words and codes of the library, and OAuth's fields of the provider. */
function reasonOf(error: unknown): string {
  const { message, code, error: kind, error_description: words, cause } = error as Error & Record<string, unknown>
  const parts = [message, code, kind, words].filter((part) => typeof part === 'string' && part !== '')
  const reason = cause instanceof Error ? `, because of ${reasonOf(cause)}` : ''
  return `${parts.join(', ').slice(0, 500)}${reason}`
}

const awayError = (name: string) =>
  new AppError(
    'bad_gateway',
    `${name} does not answer as it should, so nobody can sign in there now; try again later`,
    {
      code: 'oidc.away',
    },
  )
const refusal = (name: string) =>
  new AppError('bad_request', `${name} did not sign you in; try again`, { code: 'oidc.refused' })
