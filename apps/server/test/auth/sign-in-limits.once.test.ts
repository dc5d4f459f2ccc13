import { auth } from '@atalaya/contract/auth'
import { openEvents } from '@atalaya/testbed/event-stream'
import { createJar, PASSWORD, someone } from '@atalaya/testbed/people'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rates, SESSIONS_MAX } from '#server/limits/limits.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let clock: number
let app: TestApp
beforeEach(async () => {
  clock = Date.parse('2026-01-01T12:00:00Z')
  app = await createTestApp({ now: () => clock })
  for (const username of ['flooder', 'neighbour']) await app.call(auth.register, { body: someone({ username }) })
})
afterEach(() => app.close())

const login = (username: string, from?: string, headers = {}) =>
  app.call(auth.login, { body: { username, password: PASSWORD }, headers, ...(from && { from }) })
const countOf = (status: number, replies: { status: number }[]) =>
  replies.filter((reply) => reply.status === status).length
const sessionsOf = (token: string) => app.call(auth.sessions, {}, token)

test('sign-ins of one account are limited, from any number of networks, even simultaneous ones', async () => {
  const { max } = rates.signInsOfAccount
  const signInMany = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => login('flooder', `198.51.100.${at}`)))
  const replies = [...(await signInMany(max - 30)), ...(await signInMany(60))]
  expect(countOf(200, replies)).toBe(max)
  const refused = await login('flooder', '203.0.113.1')
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'auth.too_many', '900'])
  expect((await login('neighbour')).status).toBe(200)
  clock += rates.signInsOfAccount.windowMs
  expect((await login('flooder')).status).toBe(200)
}, 120_000)

test('sign-ins from one network are limited, except for known browsers', async () => {
  const jar = createJar()
  jar.take((await login('neighbour', '192.0.2.1', jar.headers())).headers)
  let count = 1
  for (let account = 0; count < rates.signIns.max; account++) {
    clock += 1000
    const username = `member-${account}`
    await app.call(auth.register, { body: someone({ username }), from: `198.51.100.${account}` })
    for (let at = 0; at < rates.signInsOfAccount.max && count < rates.signIns.max; at++, count++) {
      expect((await login(username, '192.0.2.1')).status).toBe(200)
    }
  }
  expect((await login('neighbour', '192.0.2.1')).status).toBe(429)
  expect((await login('neighbour', '192.0.2.1', jar.headers())).status).toBe(200)
  expect((await login('neighbour', '192.0.2.2')).status).toBe(200)
}, 120_000)

test(`a sign-in beyond ${SESSIONS_MAX} sessions ends the least recently used one and its streams`, async () => {
  const address = await app.listen()
  const opened = []
  for (let at = 0; at < SESSIONS_MAX; at++) {
    clock += 5000
    opened.push((await login('flooder')).body.data.tokens)
  }
  const [oldest, second, third] = opened
  clock += 1000
  await app.call(auth.refresh, { body: { refreshToken: oldest.refreshToken } })
  const streams = await Promise.all([second, third].map(({ accessToken }) => openEvents(address, accessToken)))
  clock += 1000
  const newest = (await login('flooder')).body.data.tokens
  await streams[0]?.ended
  await expect.poll(() => streams[1]?.ofType('session.revoked')).toHaveLength(1)
  expect((await app.call(auth.me, {}, second.accessToken)).status).toBe(401)
  expect((await app.call(auth.refresh, { body: { refreshToken: second.refreshToken } })).status).toBe(401)
  for (const { accessToken } of [third, newest]) expect((await sessionsOf(accessToken)).status).toBe(200)
  expect((await sessionsOf(newest.accessToken)).body.data.sessions).toHaveLength(SESSIONS_MAX)
  expect((await login('neighbour')).status).toBe(200)
  await streams[1]?.close()
})
