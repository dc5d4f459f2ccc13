import { auth } from '@atalaya/contract/auth'
import { integrations } from '@atalaya/contract/integrations'
import { type FakeSpotify, startFakeSpotify } from '@atalaya/testbed/fake-spotify'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { createAccessTokens } from '#server/integrations/access-tokens.ts'
import { createIntegrationsRepo } from '#server/integrations/integrations.repo.ts'
import { createSpotify } from '#server/integrations/spotify.ts'
import { createOutbound, type Outbound } from '#server/net/outbound.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { loopback } from '#test/support/loopback.ts'
import { resolveTo } from '#test/support/names.ts'
import { secretKeyOf } from '#test/support/secret-key-of.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const HOUR_MS = 60 * 60_000

let time: number
let app: TestApp
let spotify: FakeSpotify
let userId: string
let username: string
let db: Db
let outbound: Outbound

beforeAll(async () => {
  time = Date.parse('2026-11-21T10:00:00Z')
  spotify = await startFakeSpotify({ now: () => time })
  app = await createTestApp({ now: () => time, config: { ...spotify.settings, ALLOW_PRIVATE_HOSTS: loopback } })
  db = await openDatabase(app.config)
  outbound = createOutbound({ allowed: loopback, names: resolveTo([]) })
})
beforeEach(async () => {
  spotify.reset()
  const { user } = await app.signUp()
  userId = user._id
  username = user.username
})
afterAll(async () => {
  await db.destroy()
  await outbound.close()
  await app.close()
  await spotify.stop()
})

const PAGE = { origin: 'http://127.0.0.1:3000' }
const headers = { host: '127.0.0.1:3000' }

async function signIn(): Promise<string> {
  const { body } = await app.call(auth.login, { body: { username, password: PASSWORD } })
  return body.data.tokens.accessToken
}

type InstanceOptions = { key?: string; beforeClaim?: () => Promise<void>; afterClaim?: () => Promise<void> }
/** Access tokens of one instance of the server. The hooks run around its claim to refresh a token. */
async function createInstance({ key, beforeClaim, afterClaim }: InstanceOptions = {}) {
  const box = createSecretBox(key ?? (await secretKeyOf(app.config)))
  const service = createSpotify({ config: spotify.settings, outbound })
  const repo = createIntegrationsRepo(db)
  const claim: typeof repo.claim = async (...args) => {
    await beforeClaim?.()
    const isOurs = await repo.claim(...args)
    await afterClaim?.()
    return isOurs
  }
  return createAccessTokens({ repo: { ...repo, claim }, box, spotify: service, now: () => time })
}

async function connect(): Promise<void> {
  const token = await signIn()
  const { authorizeUrl } = (await app.call(integrations.startSpotify, { body: PAGE, headers }, token)).body.data
  const answer = Object.fromEntries((await spotify.agree(authorizeUrl)).searchParams)
  expect((await app.call(integrations.exchangeSpotify, { body: answer }, token)).status).toBe(200)
}
async function readStatus(): Promise<string> {
  const { body } = await app.call(integrations.list, { query: PAGE, headers }, await signIn())
  return body.data.integrations[0].status
}
const refreshes = () => spotify.control.grants.filter(({ grant_type }) => grant_type === 'refresh_token')

test('a token is used until shortly before it expires, and is then refreshed once for all callers', async () => {
  const tokens = await createInstance()
  expect(await tokens.of(userId, 'spotify')).toEqual({ state: 'missing' })
  await connect()
  const first = await tokens.of(userId, 'spotify')
  expect(first).toEqual({ state: 'open', token: expect.stringMatching(/^access-/) })
  time += HOUR_MS - 6 * 60_000
  expect(await tokens.of(userId, 'spotify')).toEqual(first)
  expect(refreshes()).toEqual([])
  time += 2 * 60_000
  const all = await Promise.all(Array.from({ length: 20 }, () => tokens.of(userId, 'spotify')))
  expect(refreshes()).toHaveLength(1)
  expect(new Set(all.map((access) => JSON.stringify(access))).size).toBe(1)
  expect(all[0]).not.toEqual(first)
})

test('only one of several instances refreshes a token, and the others use the old one meanwhile', async () => {
  await connect()
  time += HOUR_MS - 60_000
  spotify.control.rotates = true
  const several = await Promise.all([createInstance(), createInstance(), createInstance()])
  const accesses = await Promise.all(several.map((tokens) => tokens.of(userId, 'spotify')))
  expect(refreshes()).toHaveLength(1)
  expect(accesses.every(({ state }) => state === 'open')).toBe(true)
  const next = await Promise.all(several.map((tokens) => tokens.of(userId, 'spotify')))
  expect(new Set(next.map((access) => JSON.stringify(access))).size).toBe(1)
})

test('new tokens of one instance stay when Spotify refuses the old ones of a slower instance', async () => {
  await connect()
  time += HOUR_MS
  spotify.control.rotates = true
  const quick = await createInstance()
  const slow = await createInstance({
    afterClaim: async () => {
      time += 20_000
      await quick.of(userId, 'spotify')
    },
  })
  await slow.of(userId, 'spotify')
  expect(refreshes()).toHaveLength(2)
  expect(await readStatus()).toBe('connected')
  expect((await slow.of(userId, 'spotify')).state).toBe('open')
})

test('an instance that comes to renew a token after another one uses the new token at once', async () => {
  await connect()
  time += HOUR_MS
  const quick = await createInstance()
  const slow = await createInstance({
    beforeClaim: async () => {
      await quick.of(userId, 'spotify')
    },
  })
  expect(await slow.of(userId, 'spotify')).toEqual(await quick.of(userId, 'spotify'))
  expect(refreshes()).toHaveLength(1)
})

test('two users whose tokens are renewed at the same time each get their own token', async () => {
  await connect()
  const first = userId
  const { user } = await app.signUp()
  ;({ _id: userId, username } = user)
  await connect()
  time += HOUR_MS
  const tokens = await createInstance()
  const both = await Promise.all([first, userId].map((id) => tokens.of(id, 'spotify')))
  expect(both).toEqual([await tokens.of(first, 'spotify'), await tokens.of(userId, 'spotify')])
  expect(refreshes()).toHaveLength(2)
})

test('a refresh that failed because the database was unavailable is made again by the next call', async () => {
  await connect()
  time += HOUR_MS
  let failures = 1
  const tokens = await createInstance({
    beforeClaim: async () => {
      if (failures-- > 0) throw new Error('The database is unavailable')
    },
  })
  await expect(tokens.of(userId, 'spotify')).rejects.toThrow('The database is unavailable')
  expect((await tokens.of(userId, 'spotify')).state).toBe('open')
})

test('a refresh that was begun while the clock ran ahead does not block others', async () => {
  await connect()
  time += HOUR_MS
  await db
    .updateTable('integrations')
    .set({ refreshing_until: time + HOUR_MS })
    .execute()
  expect((await (await createInstance()).of(userId, 'spotify')).state).toBe('open')
})

test('a new refresh token from Spotify is stored, and without one the old token stays', async () => {
  await connect()
  const tokens = await createInstance()
  for (const rotates of [true, true, false, false, true]) {
    spotify.control.rotates = rotates
    time += HOUR_MS
    expect((await tokens.of(userId, 'spotify')).state).toBe('open')
  }
  expect(refreshes()).toHaveLength(5)
})

test('a connection that Spotify has revoked must be made again', async () => {
  await connect()
  spotify.revoke()
  time += HOUR_MS
  const tokens = await createInstance()
  expect(await tokens.of(userId, 'spotify')).toEqual({ state: 'reconnect' })
  expect(await tokens.of(userId, 'spotify')).toEqual({ state: 'reconnect' })
  expect(refreshes()).toHaveLength(1)
  expect(await readStatus()).toBe('reconnect')
  await connect()
  expect((await tokens.of(userId, 'spotify')).state).toBe('open')
  expect(await readStatus()).toBe('connected')
})

test('while Spotify is unavailable the old token is used, and the connection is kept', async () => {
  await connect()
  const tokens = await createInstance()
  const first = await tokens.of(userId, 'spotify')
  time += HOUR_MS - 60_000
  spotify.control.instead.push({ status: 503 })
  expect(await tokens.of(userId, 'spotify')).toEqual(first)
  time += 2 * 60_000
  spotify.control.instead.push({ status: 429 })
  expect(await tokens.of(userId, 'spotify')).toEqual({ state: 'away' })
  expect((await tokens.of(userId, 'spotify')).state).toBe('open')
})

test('a token that Spotify has refused is replaced before it expires', async () => {
  await connect()
  const tokens = await createInstance()
  const first = await tokens.of(userId, 'spotify')
  const refused = first.state === 'open' ? first.token : ''
  const next = await tokens.of(userId, 'spotify', refused)
  expect(next.state).toBe('open')
  expect(next).not.toEqual(first)
  // A caller that gets the refusal late gets the new token, too.
  expect(await tokens.of(userId, 'spotify', refused)).toEqual(next)
  expect(refreshes()).toHaveLength(1)
})

test('tokens that were sealed with another key require a new connection', async () => {
  await connect()
  expect(await (await createInstance({ key: 'k'.repeat(32) })).of(userId, 'spotify')).toEqual({ state: 'reconnect' })
})
