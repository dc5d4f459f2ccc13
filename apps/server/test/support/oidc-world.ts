import { audit } from '@atalaya/contract/audit'
import type { SignedIn } from '@atalaya/contract/auth'
import { identities, oidc } from '@atalaya/contract/identities'
import type { Route } from '@atalaya/contract/route'
import { type OidcTestProvider, startOidcProvider } from '@atalaya/testbed/oidc-provider'
import type { Config } from '#server/config.ts'
import type { OidcProvider } from '#server/config-oidc.ts'
import { createTestApp, type TestApp } from './test-app.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const HEADERS = { host: '127.0.0.1:3000', origin: ORIGIN }

type WorldOptions = {
  providers?: Partial<OidcProvider>[]
  config?: Partial<Config>
  now?: () => number
  hasAdmin?: boolean
}
type Answer = Awaited<ReturnType<TestApp['call']>>

/** An application with an administrator, and real providers by which people sign in. */
export async function createOidcWorld({ providers = [{}], config, now, hasAdmin = true }: WorldOptions = {}) {
  const opened: OidcTestProvider[] = []
  for (const [index] of providers.entries()) opened.push(await startOidcProvider({ id: index === 0 ? 'home' : 'club' }))
  const settings = opened.map((provider, index) => ({ ...provider.settings, ...providers[index] }))
  const app = await createTestApp({ config: { ...config, oidc: settings }, ...(now && { now }) })
  const [home, club] = opened
  if (!home) throw new Error('A world has one provider at least')
  const admin = hasAdmin ? (await app.signUp('admin')).tokens.accessToken : ''

  /** Actions of the recent audit entries, newest first. */
  async function actions(): Promise<string[]> {
    const { entries } = (await app.call(audit.list, {}, admin)).body.data
    return entries.map(({ action }: { action: string }) => action)
  }
  async function close(): Promise<void> {
    await app.close()
    for (const provider of opened) await provider.stop()
  }
  return { app, home, club: club ?? home, browser: () => createBrowser(app), admin, actions, close }
}
export type OidcWorld = Awaited<ReturnType<typeof createOidcWorld>>

export type TestBrowser = ReturnType<typeof createBrowser>

/** A browser with its cookies and, once it is signed in, its tokens. */
function createBrowser(app: TestApp) {
  const jar = new Map<string, string>()
  let token: string | undefined

  async function call(
    route: Route,
    options: { params?: Record<string, string>; body?: unknown } = {},
  ): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await app.call(route, { ...options, headers: { ...HEADERS, cookie } }, token)
    for (const { name, value } of reply.reply.cookies) {
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return reply
  }

  const begin = (provider: OidcTestProvider, route: Route = oidc.start) =>
    call(route, { params: { provider: provider.id } })

  /** Goes to the provider and comes back. Returns the query string that the provider adds to the return URL. */
  async function visit(provider: OidcTestProvider, login: string, route: Route = oidc.start): Promise<string> {
    const { body } = await begin(provider, route)
    if (!body.success) throw new Error(body.error)
    const returnUrl = await provider.browser().signIn(body.data.authorizeUrl, login)
    return returnUrl.search.slice(1)
  }

  const finish = (provider: OidcTestProvider, answer: string, route: Route = oidc.finish) =>
    call(route, { params: { provider: provider.id }, body: { answer } })

  return {
    call,
    begin,
    visit,
    finish,
    cookies: jar,
    /** Uses the tokens of this session for later calls. */
    continueWith({ tokens }: SignedIn): void {
      token = tokens.accessToken
    },
    /** Signs in: goes to the provider, comes back, and keeps the session if there is one. */
    async signIn(provider: OidcTestProvider, login: string): Promise<Answer> {
      const reply = await finish(provider, await visit(provider, login))
      if (reply.body.data?.session) token = reply.body.data.session.tokens.accessToken
      return reply
    },
    link: async (provider: OidcTestProvider, login: string): Promise<Answer> =>
      finish(provider, await visit(provider, login, identities.link), identities.finish),
    list: async () => (await call(identities.list)).body.data,
  }
}
