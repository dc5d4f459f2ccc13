import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { auth } from '@atalaya/contract/auth'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendError } from '#server/http/errors.ts'
import { boundRequests } from '#server/http/requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MAX = 3
/** Headers of a caller that the test's route marks as authenticated. */
const KNOWN = { authorization: 'yes' }

const app = fastify({ trustProxy: true, forceCloseConnections: true }).setErrorHandler(sendError)
/** The route answers once this promise resolves. */
let barrier: Promise<void>
let openBarrier: () => void
let address: string
beforeAll(async () => {
  const requests = boundRequests(app, MAX, () => true)
  app.get('/', async (request) => {
    if (request.headers.authorization) requests.markAuthenticated(request)
    await barrier
    return 'answered'
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())
beforeEach(() => {
  ;({ promise: barrier, resolve: openBarrier } = Promise.withResolvers<void>())
})

/** Makes a request from this address. Returns its status, or `held` if it is under way. */
async function ask(from: string, headers = {}): Promise<number | 'held'> {
  const arrived = Promise.withResolvers<'held'>()
  app.server.once('request', () => setImmediate(() => setImmediate(() => arrived.resolve('held'))))
  const answered = fetch(address, { headers: { 'x-forwarded-for': from, ...headers } }).then(({ status }) => status)
  pending.push(answered)
  return Promise.race([answered, arrived.promise.then(() => Promise.race([answered, sendAnotherRequest()]))])
}
const pending: Promise<number>[] = []
/** Sends one more request. Once it is answered, a refusal of the earlier request has arrived, too. */
const sendAnotherRequest = () =>
  fetch(`${address}/nothing`, { headers: { 'x-forwarded-for': '203.0.113.1' } }).then(() => 'held' as const)

test('behind a proxy, only unauthenticated requests are limited per address', async () => {
  for (let n = 0; n < MAX; n++) expect(await ask('198.51.100.1')).toBe('held')
  expect(await ask('198.51.100.1')).toBe(503)
  expect(await ask('198.51.100.2')).toBe('held')
  // Known callers count only until they are recognized.
  for (let n = 0; n < MAX + 1; n++) expect(await ask('198.51.100.3', KNOWN)).toBe('held')
  openBarrier()
  await Promise.all(pending)
  expect(await ask('198.51.100.1')).toBe(200)
})

test('behind a proxy, a network is served again after a burst of refused requests', async () => {
  for (let n = 0; n < MAX; n++) expect(await ask('198.51.100.4')).toBe('held')
  for (let n = 0; n < MAX; n++) expect(await ask('198.51.100.4')).toBe(503)
  openBarrier()
  await Promise.all(pending)
  expect(await ask('198.51.100.4')).toBe(200)
})

test('behind a proxy, requests of one IPv6 network are limited together', async () => {
  for (let n = 0; n < MAX; n++) expect(await ask(`2001:db8::${n + 1}`)).toBe('held')
  expect(await ask('2001:db8::9')).toBe(503)
  expect(await ask('2001:db8:0:1::1')).toBe('held')
  openBarrier()
  await Promise.all(pending)
})

test('behind a proxy, requests whose clients hang up make room', async () => {
  const closed: Promise<unknown>[] = []
  for (let n = 0; n < MAX; n++) {
    const begun = once(app.server, 'request') as Promise<[unknown, ServerResponse]>
    const client = new AbortController()
    fetch(address, { headers: { 'x-forwarded-for': '198.51.100.5' }, signal: client.signal }).catch(() => {})
    closed.push(once((await begun)[1], 'close'))
    client.abort()
  }
  await Promise.all(closed)
  expect(await ask('198.51.100.5')).toBe('held')
  openBarrier()
  await Promise.all(pending)
})

let world: TestApp
test('the server counts requests by the client address that a trusted proxy names', async () => {
  world = await createTestApp({ config: { TRUST_PROXY: ['127.0.0.1'] } })
  const { accessToken } = (await world.signUp()).tokens
  const authenticatedIps: unknown[] = []
  const { markAuthenticated } = world.app.requests
  world.app.requests.markAuthenticated = (request) => {
    authenticatedIps.push(request.ip)
    markAuthenticated(request)
  }
  const headers = { authorization: `Bearer ${accessToken}`, 'x-forwarded-for': '198.51.100.7' }
  expect((await fetch(`${await world.listen()}${auth.me.path}`, { headers })).status).toBe(200)
  expect(authenticatedIps).toEqual(['198.51.100.7'])
  await world.close()
})
