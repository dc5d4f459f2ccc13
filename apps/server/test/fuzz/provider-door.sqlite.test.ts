import { AppError } from '#server/domain/errors.ts'
import { readClaims } from '#server/identities/claims.ts'
import { createProvider } from '#server/identities/provider.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import { answerAllWith } from './source-world.ts'

const KB = 1024
const issuer = 'https://id.example.org'
const settings = {
  id: 'home',
  name: 'Home',
  issuer,
  clientId: 'atalaya',
  clientSecret: 'secret',
  scopes: 'openid',
  adminGroup: 'admins',
  groupsClaim: 'realm_access.roles',
  registration: 'open' as const,
}
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/me`,
}
const claims = {
  sub: 'ada',
  email: 'ada@example.org',
  email_verified: true,
  name: 'Ada Lovelace',
  realm_access: { roles: ['admins'] },
}
const tokens = { access_token: 'a', token_type: 'bearer', id_token: 'e30.e30.e30' }

const isExpected = (error: unknown) =>
  error instanceof AppError && ['oidc.away', 'oidc.refused'].includes(`${error.details.code}`)

/** Unexpected error of the work; null for success or an expected error. */
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (isExpected(error) ? null : String(error)),
  )

fuzzDoor('claims of providers', {
  seeds: [JSON.stringify(metadata), JSON.stringify(claims), JSON.stringify(tokens), '{"error":"invalid_grant"}'],
  maxBytes: 256 * KB,
  moreInputs: jsonWithFaults(metadata, claims, tokens),
  async read(input) {
    const way = { verifier: 'v'.repeat(43), nonce: 'n', redirectUri: 'https://a.example.org/oidc/home' }
    const signIn = { ...way, state: 's', mustSignIn: false }
    const outbound = answerAllWith(input) as never
    const provider = createProvider({
      settings,
      toProvider: outbound,
      toOthers: outbound,
      warn: () => undefined,
      now: Date.now,
    })
    const beginFault = await faultOf(provider.authorizeUrl(signIn))
    if (beginFault) return beginFault
    // The first answer is a valid discovery document, and all others are the input.
    let requests = 0
    const request = async (...args: unknown[]) => {
      const good = answerAllWith(Buffer.from(JSON.stringify(metadata))) as never as {
        request: (...args: unknown[]) => unknown
      }
      requests++
      return requests === 1 ? good.request(...args) : (outbound as typeof good).request(...args)
    }
    const providerAfterDiscovery = createProvider({
      settings,
      toProvider: { request } as never,
      toOthers: { request } as never,
      warn: () => undefined,
      now: Date.now,
    })
    const finishFault = await faultOf(providerAfterDiscovery.identify({ ...signIn, answer: 'code=x&state=s' }))
    if (finishFault) return finishFault
    try {
      readClaims(JSON.parse(String(input)), settings.groupsClaim)
    } catch {
      // Without a subject nobody has signed in.
    }
    return null
  },
})
