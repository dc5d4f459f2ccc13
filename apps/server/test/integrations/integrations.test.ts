import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { integrations } from '@atalaya/contract/integrations'
import { type FakeSpotify, startFakeSpotify } from '@atalaya/testbed/fake-spotify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CONSENT_MS } from '#server/integrations/authorization.service.ts'
import { loopback } from '#test/support/loopback.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** Host of the page on which users connect Spotify, and of this server in the requests. */
const host = '127.0.0.1:3000'
const page = { origin: `http://${host}` }

let time: number
let app: TestApp
let spotify: FakeSpotify
let admin: string
let ada: string
let name: string

const START = Date.parse('2026-11-21T10:00:00Z')

beforeAll(async () => {
  time = START
  spotify = await startFakeSpotify({ now: () => time })
  app = await createTestApp({ now: () => time, config: { ...spotify.settings, ALLOW_PRIVATE_HOSTS: loopback } })
  admin = (await app.signUp()).tokens.accessToken
})
beforeEach(async () => {
  time = START
  spotify.reset()
  const { user, tokens } = await app.signUp()
  name = user.username
  ada = tokens.accessToken
})
afterAll(async () => {
  await app.close()
  await spotify.stop()
})

const start = (token = ada, body = page) => app.call(integrations.startSpotify, { body, headers: { host } }, token)
const list = (token = ada) => app.call(integrations.list, { query: page, headers: { host } }, token)

/** Goes to Spotify and agrees. Returns the query with which Spotify calls `/spotify-callback`. */
async function consent(token = ada): Promise<{ code: string; state: string }> {
  const returnUrl = await spotify.agree((await start(token)).body.data.authorizeUrl)
  expect(returnUrl.origin + returnUrl.pathname).toBe('http://127.0.0.1:3000/spotify-callback')
  return { code: returnUrl.searchParams.get('code') ?? '', state: returnUrl.searchParams.get('state') ?? '' }
}
const finish = (body: { code: string; state: string }, token = ada) =>
  app.call(integrations.exchangeSpotify, { body }, token)

test('a user connects Spotify, sees the connection in the list, and removes it', async () => {
  expect((await list()).body.data).toEqual({
    integrations: [],
    offers: [{ service: 'spotify', problem: null, redirectUri: `${page.origin}/spotify-callback` }],
  })
  const { status, body } = await finish(await consent())
  expect(status).toBe(200)
  const { integration } = body.data
  expect(integration).toEqual({
    _id: expect.any(String),
    service: 'spotify',
    account: 'Wanda',
    status: 'connected',
    connectedAt: '2026-11-21T10:00:00.000Z',
    endsAt: '2027-05-21T10:00:00.000Z',
  })
  expect((await list()).body.data.integrations).toEqual([integration])

  const bea = (await app.signUp()).tokens.accessToken
  expect((await list(bea)).body.data.integrations).toEqual([])
  const params = { id: integration._id }
  expect((await app.call(integrations.remove, { params }, bea)).status).toBe(404)
  expect((await app.call(integrations.remove, { params }, ada)).status).toBe(200)
  expect((await list()).body.data.integrations).toEqual([])
  const { entries } = (await app.call(audit.list, {}, admin)).body.data
  const actions = entries.map(({ action }: { action: string }) => action)
  expect(actions.filter((action: string) => action.startsWith('integration'))).toEqual([
    'integration.removed',
    'integration.connected',
  ])
})

test('a new connection replaces the earlier one', async () => {
  const first = (await finish(await consent())).body.data.integration
  const second = (await finish(await consent())).body.data.integration
  expect(second._id).not.toBe(first._id)
  expect((await list()).body.data.integrations).toEqual([second])
})

describe('H4 the answer from Spotify', () => {
  test('is accepted once, and only with its own state and code', async () => {
    const answer = await consent()
    expect((await finish({ ...answer, state: 'made-up' })).status).toBe(400)
    expect(spotify.control.grants).toEqual([])
    expect((await finish(answer)).status).toBe(200)
    expect((await finish(answer)).body).toMatchObject({ success: false, code: 'integrations.refused' })
    expect(spotify.control.grants).toHaveLength(1)
    const [mine, other] = [await consent(), await consent((await app.signUp()).tokens.accessToken)]
    // A code of another user, which the stored verifier does not match.
    expect((await finish({ ...mine, code: other.code })).status).toBe(400)
    expect((await app.call(integrations.exchangeSpotify, { body: { code: 'x' } }, ada)).status).toBe(400)
  })

  test("is refused in another user's browser and in another session of the same user", async () => {
    const bea = (await app.signUp()).tokens.accessToken
    const body = { username: name, password: 'correct horse battery' }
    const elsewhere = (await app.call(auth.login, { body })).body.data.tokens.accessToken
    const answer = await consent()
    expect((await finish(answer, bea)).status).toBe(400)
    expect((await finish(answer, elsewhere)).status).toBe(400)
    expect(spotify.control.grants).toEqual([])
    // The tries of others did not use up the code.
    expect((await finish(answer)).status).toBe(200)
  })

  test('is refused after ten minutes, and after a newer attempt has begun', async () => {
    const former = await consent()
    const answer = await consent()
    expect((await finish(former)).status).toBe(400)
    time += CONSENT_MS
    ada = (await app.call(auth.login, { body: { username: name, password: 'correct horse battery' } })).body.data.tokens
      .accessToken
    expect((await finish(answer)).status).toBe(400)
    expect(spotify.control.grants).toEqual([])
  })
})

test('two users connect Spotify at the same time, and both connections succeed', async () => {
  const bea = (await app.signUp()).tokens.accessToken
  const [first, second] = [await consent(ada), await consent(bea)]
  expect((await finish(first, ada)).status).toBe(200)
  expect((await finish(second, bea)).status).toBe(200)
})

test('a failing Spotify is reported as unavailable, and no connection is stored', async () => {
  for (const instead of [{ status: 503 }, { status: 200, body: 'soon' }, { status: 200, body: { access_token: 1 } }]) {
    const answer = await consent()
    spotify.control.instead.push(instead)
    expect((await finish(answer)).body).toMatchObject({ code: 'integrations.away' })
  }
  expect((await list()).body.data.integrations).toEqual([])
})

test('an unusable address or a missing client id is reported before the user goes to Spotify', async () => {
  const problemAt = async (origin: string, world = app) => {
    const headers = { host: new URL(origin).host }
    const token = world === app ? ada : (await world.signUp()).tokens.accessToken
    const { offers } = (await world.call(integrations.list, { query: { origin }, headers }, token)).body.data
    const refused = await world.call(integrations.startSpotify, { body: { origin }, headers }, token)
    expect([refused.status, refused.body.error]).toEqual([409, offers[0].problem])
    return offers[0].problem
  }
  expect(await problemAt('http://192.168.1.20:3000')).toMatch(/^Spotify only works with https/)
  expect(await problemAt('http://localhost:3000')).toMatch(/Open http:\/\/127\.0\.0\.1:3000 instead\.$/)
  const bare = await createTestApp()
  onTestFinished(bare.close)
  // The first account is the administrator's. Administrators can mend it.
  expect(await problemAt(page.origin, bare)).toMatch(/: register this server with Spotify and set SPOTIFY_CLIENT_ID/)
  expect(await problemAt(page.origin, bare)).toMatch(/: an administrator has to register this server/)
})

test('H5 no token is found in an answer or in the database', async () => {
  const answers = [await finish(await consent()), await list()].map(({ reply }) => reply.body)
  const everything = answers.join() + (await app.dump())
  expect(everything).toContain('Wanda')
  expect(everything).not.toMatch(/(access|refresh)-[0-9a-f]{8}-/)
})
