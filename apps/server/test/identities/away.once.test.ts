import { auth } from '@atalaya/contract/auth'
import { identities } from '@atalaya/contract/identities'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDiscovery } from '#server/identities/discovery.ts'
import { createOidcWorld, type OidcWorld } from '#test/support/oidc-world.ts'
import { createOutsideServer } from '#test/support/outside-world.ts'

let world: OidcWorld
let time = Date.now()
beforeAll(async () => {
  world = await createOidcWorld({ now: () => time })
  world.home.addPerson('ada')
})
afterEach(() => {
  world.home.answer(null)
  // Longer than the server remembers a failure or an answer.
  time += 2 * 60 * 60_000
})
afterAll(() => world.close())

const AWAY = [502, 'oidc.away', 'Home does not answer as it should, so nobody can sign in there now; try again later']
const summaryOf = ({ status, body }: { status: number; body: { code: string; error: string } }) => [
  ...[status, body.code, body.error],
]
const MIB = 1024 * 1024

test('a provider gets no request before a sign-in', () => {
  expect(world.home.requests()).toBe(0)
})

test('L10 a redirect of the provider is not followed', async () => {
  const elsewhere = await createOutsideServer()
  world.home.answer((_request, response) => void response.writeHead(302, { location: elsewhere.origin }).end())
  expect(summaryOf(await world.browser().begin(world.home))).toEqual(AWAY)
  expect(elsewhere.received).toEqual([])
})

describe('L10 a provider counts as unavailable', () => {
  test.each<[string, Parameters<OidcWorld['home']['answer']>[0]]>([
    ['if it hangs up', (request) => void request.socket.destroy()],
    ['if it fails', (_request, response) => void response.writeHead(500).end('no')],
    ['if it answers a huge body', (_request, response) => void response.writeHead(200).end('x'.repeat(MIB))],
    ['if it is no provider', (_request, response) => void response.writeHead(200).end('<html>')],
    [
      'if it names another issuer',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":"https://other.example.org"}')
      },
    ],
  ])('%s', async (_what, handler) => {
    world.home.answer(handler)
    expect(summaryOf(await world.browser().begin(world.home))).toEqual(AWAY)
  })

  test('if it takes too long', async () => {
    world.home.answer(() => undefined)
    expect(summaryOf(await world.browser().begin(world.home))).toEqual(AWAY)
  })

  test('if its token endpoint fails', async () => {
    const laptop = world.browser()
    const answer = await laptop.visit(world.home, 'ada')
    world.home.answer((_request, response) => void response.writeHead(503).end())
    expect(summaryOf(await laptop.finish(world.home, answer))).toEqual(AWAY)
    const actions = await world.app.withDatabase((db) => db.selectFrom('audit').select('action').execute())
    expect(actions.map(({ action }) => action)).not.toContain('auth.login_failed')
  })

  test('without effect on other calls', async () => {
    world.home.answer((request) => void request.socket.destroy())
    await world.browser().begin(world.home)
    const signedIn = await world.app.signUp('local')
    const laptop = world.browser()
    laptop.continueWith(signedIn)
    expect((await laptop.call(auth.me)).status).toBe(200)
    expect((await laptop.call(identities.list)).body.data.providers).toEqual([{ id: 'home', name: 'Home' }])
  })
})

test('L10 only the provider’s own address may be in a private network', async () => {
  const elsewhere = await createOutsideServer()
  const laptop = world.browser()
  const metadata = {
    issuer: world.home.issuer,
    authorization_endpoint: `${world.home.issuer}/auth`,
    token_endpoint: `${elsewhere.origin}/token`,
    jwks_uri: `${elsewhere.origin}/jwks`,
  }
  world.home.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
  })
  const { authorizeUrl } = (await laptop.begin(world.home)).body.data
  const state = new URL(authorizeUrl).searchParams.get('state')
  expect(summaryOf(await laptop.finish(world.home, `code=x&state=${state}`))).toEqual(AWAY)
  expect(elsewhere.received).toEqual([])
})

test('L10 a failed provider is retried with growing delays, and its last answer stays in use', async () => {
  let now = 0
  let requests = 0
  let isAway = true
  const discover = createDiscovery({
    now: () => now,
    async read() {
      requests++
      if (isAway) throw new Error('away')
      return requests
    },
  })
  const discoverAt = async (at: number) => {
    now = at
    return discover().catch(() => 'away')
  }
  // Waits 5 s after the first failure, and 10 s after the second.
  expect([await discoverAt(0), await discoverAt(4_999), await discoverAt(5_000), await discoverAt(14_999)]).toEqual(
    Array(4).fill('away'),
  )
  expect(requests).toBe(2)
  isAway = false
  expect([await discoverAt(15_000), await discoverAt(15_001)]).toEqual([3, 3])
  isAway = true
  const late = 15_000 + 60 * 60_000
  expect([await discoverAt(late), requests]).toEqual([3, 4])
  // The delays begin anew after an answer, and a clock that is set back ends them.
  expect([await discoverAt(late + 4_999), requests, await discoverAt(late + 5_000), requests]).toEqual([3, 4, 3, 5])
  expect([await discoverAt(late - 3 * 60 * 60_000), requests]).toEqual([3, 6])
})

test('L10 simultaneous first sign-ins ask a provider once', async () => {
  let requests = 0
  const ask = async () => ++requests
  const discover = createDiscovery({ now: () => 0, read: ask })
  expect(await Promise.all([discover(), discover(), discover()])).toEqual([1, 1, 1])
})
