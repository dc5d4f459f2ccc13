import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { createProviderBrowser } from './oidc-browser.ts'
import { claimsOf, newSigningKey, type SigningKey, signToken } from './oidc-keys.ts'

type Claims = Record<string, unknown>
type Handler = (request: IncomingMessage, response: ServerResponse) => void

export const CLIENT = { clientId: 'atalaya', clientSecret: 'a-secret-of-tests' }

/** `id` is the provider's id in the settings. */
type Options = { id?: string }

/**
 * A real provider of OpenID Connect on loopback, the certified `oidc-provider`. Tests add people, groups, other keys,
 * and faults that it would never show by itself.
 */
export async function startOidcProvider({ id = 'home' }: Options = {}) {
  const people = new Map<string, Claims>()
  let key = newSigningKey()
  let override: Handler | null = null
  let alter: ((claims: Claims) => Claims) | null = null
  let alterWith: SigningKey | null = null
  let requests = 0
  let origin = 'http://127.0.0.1:3000'

  const server = createServer((request, response) => {
    requests++
    if (override) return override(request, response)
    if (request.url?.startsWith('/token') && alter) rewrite(response)
    provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Changes the ID token on its way out, and signs it as the provider would. */
  function rewrite(response: ServerResponse): void {
    const end = response.end.bind(response)
    response.end = ((body?: string | Buffer) => {
      const answer = JSON.parse(String(body))
      if (answer.id_token && alter) answer.id_token = signToken(alter(claimsOf(answer.id_token)), alterWith ?? key)
      const text = JSON.stringify(answer)
      response.setHeader('content-length', Buffer.byteLength(text))
      return end(text)
    }) as ServerResponse['end']
  }

  const configuration = (): Configuration => ({
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        // Sends the time of the sign-in, as most providers do.
        require_auth_time: true,
        // A native client may use any port.
        application_type: 'native',
        redirect_uris: [`http://127.0.0.1/oidc/${id}`, `http://127.0.0.1/oidc/other`],
        post_logout_redirect_uris: [`${origin}/login`],
      },
    ],
    jwks: { keys: [key] as NonNullable<Configuration['jwks']>['keys'] },
    cookies: { keys: ['of tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
      groups: ['groups'],
    },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    features: { rpInitiatedLogout: { enabled: true } },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({ sub: login, ...people.get(login) }),
    }),
  })

  const newProvider = () => new Provider(issuer, configuration())
  let provider = newProvider()

  return {
    id,
    issuer,
    /** The server's settings that lead here. */
    settings: {
      id,
      name: 'Home',
      issuer,
      ...CLIENT,
      scopes: 'openid profile email groups',
      adminGroup: undefined,
      groupsClaim: 'groups',
      registration: 'open' as const,
    },
    /** Number of requests so far. */
    requests: () => requests,
    /** Adds a person who can sign in, with these claims. */
    addPerson(login: string, claims: Claims = {}): void {
      const emailClaims = { email: `${login}@example.org`, email_verified: true, preferred_username: login }
      people.set(login, { ...emailClaims, given_name: 'Ada', family_name: 'Lovelace', ...claims })
    },
    browser: () => createProviderBrowser(issuer),
    /** Sets the address of the server that people sign in to. */
    register(address: string): void {
      origin = address
      provider = newProvider()
    },
    /** Rotates the signing key and publishes it. */
    changeKeys(): void {
      key = newSigningKey()
      provider = newProvider()
    },
    /** Changes the claims in its tokens, signed by its own key or by another. */
    alterTokens(change: ((claims: Claims) => Claims) | null, signedWith: SigningKey | null = null): void {
      alter = change
      alterWith = signedWith
    },
    /** Answers all requests in this way. */
    answer(handler: Handler | null): void {
      override = handler
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type OidcTestProvider = Awaited<ReturnType<typeof startOidcProvider>>
