import { auth } from '@atalaya/contract/auth'
import { oidc } from '@atalaya/contract/identities'
import { users } from '@atalaya/contract/users'
import { newSigningKey } from '@atalaya/testbed/oidc-keys'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createOidcWorld, type OidcWorld } from '#test/support/oidc-world.ts'

let world: OidcWorld
beforeAll(async () => {
  world = await createOidcWorld({ providers: [{}, { name: 'Club' }] })
  for (const name of ['ada', 'eve']) world.home.addPerson(name)
})
afterEach(() => world.home.alterTokens(null))
afterAll(() => world.close())

const nowS = () => Math.floor(Date.now() / 1000)
const codeOf = ({ body, status }: { body: { code?: string }; status: number }) => [status, body.code]
const REFUSED = [400, 'oidc.refused']
const NOT_BEGUN = [400, 'oidc.not_begun']

test('L4 a first sign-in by a provider creates an account, and the next one opens it', async () => {
  const { home, browser, actions } = world
  const laptop = browser()
  const { session } = (await laptop.signIn(home, 'ada')).body.data
  expect(session.user).toMatchObject({ username: 'ada', email: 'ada@example.org', name: 'Ada', role: 'user' })
  expect((await actions()).slice(0, 2)).toEqual(['auth.oidc_login', 'auth.registered'])
  const again = await browser().signIn(home, 'ada')
  expect(again.body.data.session.user._id).toBe(session.user._id)
  const { sessions } = (await laptop.call(auth.sessions)).body.data
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toMatchObject({ signedInBy: 'oidc', provider: 'Home', kind: 'browser' })
  expect(laptop.cookies.has('oi')).toBe(false)
})

test('L1 an authorization request has code flow, PKCE, nonce and state, and no secret in its URL', async () => {
  const { body } = await world.browser().begin(world.home)
  const query = Object.fromEntries(new URL(body.data.authorizeUrl).searchParams)
  expect(query).toEqual({
    response_type: 'code',
    client_id: 'atalaya',
    scope: 'openid profile email groups',
    redirect_uri: 'http://127.0.0.1:3000/oidc/home',
    code_challenge_method: 'S256',
    state: expect.any(String),
    nonce: expect.any(String),
    code_challenge: expect.any(String),
  })
})

describe('the answer of a provider', () => {
  test('L2 is accepted once, and neither its state nor its code again', async () => {
    const laptop = world.browser()
    const answer = await laptop.visit(world.home, 'ada')
    const cookies = new Map(laptop.cookies)
    expect((await laptop.finish(world.home, answer)).status).toBe(200)
    for (const [name, value] of cookies) laptop.cookies.set(name, value)
    expect(codeOf(await laptop.finish(world.home, answer))).toEqual(NOT_BEGUN)

    const state = new URL((await laptop.begin(world.home)).body.data.authorizeUrl).searchParams.get('state') ?? ''
    const replayed = new URLSearchParams(answer)
    replayed.set('state', state)
    expect(codeOf(await laptop.finish(world.home, String(replayed)))).toEqual(REFUSED)
  })

  test('L2 is accepted only in the browser that began the sign-in', async () => {
    const [mine, other] = [world.browser(), world.browser()]
    const answer = await mine.visit(world.home, 'ada')
    expect(codeOf(await other.finish(world.home, answer))).toEqual(NOT_BEGUN)
    await other.begin(world.home)
    expect(codeOf(await other.finish(world.home, answer))).toEqual(NOT_BEGUN)
    expect((await mine.finish(world.home, answer)).status).toBe(200)
  })

  test('L2 is accepted only from the provider of the sign-in, even under the state of that sign-in', async () => {
    const { home, club, browser } = world
    club.addPerson('ada')
    const laptop = browser()
    const answerOfHome = await laptop.visit(home, 'ada')
    expect(codeOf(await laptop.finish(club, answerOfHome))).toEqual(NOT_BEGUN)
    // The other provider's answer under the state of this one.
    const state = new URL((await laptop.begin(home)).body.data.authorizeUrl).searchParams.get('state') ?? ''
    const mixed = new URLSearchParams(await browser().visit(club, 'ada'))
    mixed.set('state', state)
    expect(mixed.get('iss')).toBe(club.issuer)
    expect(codeOf(await laptop.finish(home, String(mixed)))).toEqual(REFUSED)
  })

  test('L2 is refused without its state or with an error', async () => {
    const laptop = world.browser()
    const state = new URL((await laptop.begin(world.home)).body.data.authorizeUrl).searchParams.get('state')
    expect(codeOf(await laptop.finish(world.home, 'code=x'))).toEqual(NOT_BEGUN)
    expect(codeOf(await laptop.finish(world.home, `error=access_denied&state=${state}`))).toEqual(REFUSED)
  })
})

type Claims = Record<string, unknown>
describe('L3 a token is refused', () => {
  test.each<[string, (claims: Claims) => Claims]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'http://127.0.0.1:1' })],
    ['for another client', (claims) => ({ ...claims, aud: 'somebody-else' })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['without nonce', ({ nonce: _, ...claims }) => claims],
    ['of another user than the rest of the answer', (claims) => ({ ...claims, sub: 'eve' })],
    ['after it expired', (claims) => ({ ...claims, exp: nowS() - 120, iat: nowS() - 600 })],
    ['before it is valid', (claims) => ({ ...claims, nbf: nowS() + 120 })],
  ])('%s', async (_what, change) => {
    const laptop = world.browser()
    const answer = await laptop.visit(world.home, 'ada')
    world.home.alterTokens(change)
    expect(codeOf(await laptop.finish(world.home, answer))).toEqual(REFUSED)
    expect((await world.actions())[0]).toBe('auth.login_failed')
  })

  test('signed by a key that the provider does not know', async () => {
    const laptop = world.browser()
    const answer = await laptop.visit(world.home, 'ada')
    world.home.alterTokens((claims) => claims, newSigningKey())
    expect(codeOf(await laptop.finish(world.home, answer))).toEqual(REFUSED)
  })
})

test('L3 a small difference between the clocks is accepted', async () => {
  world.home.alterTokens((claims) => ({ ...claims, exp: nowS() - 30, nbf: nowS() + 30 }))
  expect((await world.browser().signIn(world.home, 'ada')).status).toBe(200)
})

test('L3 a sign-in succeeds after the provider changed its keys', async () => {
  expect((await world.browser().signIn(world.home, 'ada')).status).toBe(200)
  world.home.changeKeys()
  expect((await world.browser().signIn(world.home, 'ada')).status).toBe(200)
})

test('L8 a deactivated account can not sign in by a provider, and gets the reason', async () => {
  const { home, browser, app, admin } = world
  const { user } = (await browser().signIn(home, 'eve')).body.data.session
  const options = { params: { id: user._id }, body: { isActive: false } }
  await app.call(users.setStatus, options, admin)
  expect(codeOf(await browser().signIn(home, 'eve'))).toEqual([403, 'oidc.deactivated'])
})

test('the answer to a sign-out has the sign-out address of the provider', async () => {
  const laptop = world.browser()
  const { session } = (await laptop.signIn(world.home, 'ada')).body.data
  const { refreshToken } = session.tokens
  const { provider } = (await laptop.call(auth.logout, { body: { refreshToken } })).body.data
  expect(provider.name).toBe('Home')
  const url = new URL(provider.endSessionUrl)
  expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
    ...[world.home.issuer, 'http://127.0.0.1:3000/login'],
  ])
  expect((await laptop.call(auth.me)).status).toBe(401)
})

test('an unknown provider is answered with 404', async () => {
  const reply = await world.browser().call(oidc.start, { params: { provider: 'nowhere' } })
  expect(codeOf(reply)).toEqual([404, 'oidc.unknown_provider'])
})
