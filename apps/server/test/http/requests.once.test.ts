import { auth } from '@atalaya/contract/auth'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError } from '#server/http/errors.ts'
import { boundRequests } from '#server/http/requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MAX = 3
const KNOWN = { authorization: 'yes' }

const app = fastify({ trustProxy: true }).setErrorHandler(sendError)
const { promise: ended, resolve: end } = Promise.withResolvers<void>()
let address: string
beforeAll(async () => {
  const requests = boundRequests(app, MAX, () => true)
  app.get('/', async (request) => {
    if (request.headers.authorization) requests.know(request)
    await ended
    return 'answered'
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** Status for a request of this address; `held` while it is under way. */
async function ask(from: string, headers = {}): Promise<number | 'held'> {
  const arrived = Promise.withResolvers<'held'>()
  app.server.once('request', () => setImmediate(() => setImmediate(() => arrived.resolve('held'))))
  const answered = fetch(address, { headers: { 'x-forwarded-for': from, ...headers } }).then(({ status }) => status)
  pending.push(answered)
  return Promise.race([answered, arrived.promise.then(() => Promise.race([answered, settled()]))])
}
const pending: Promise<number>[] = []
/** A refusal is there by then: asking once more goes there and back. */
const settled = () =>
  fetch(`${address}/nothing`, { headers: { 'x-forwarded-for': '203.0.113.1' } }).then(() => 'held' as const)

test('requests of strangers behind a proxy are bounded by address; those of known callers are not', async () => {
  for (let n = 0; n < MAX; n++) expect(await ask('198.51.100.1')).toBe('held')
  expect(await ask('198.51.100.1')).toBe(503)
  expect(await ask('198.51.100.2')).toBe('held')
  // Known ones count only until they are.
  for (let n = 0; n < MAX + 1; n++) expect(await ask('198.51.100.3', KNOWN)).toBe('held')
  end()
  await Promise.all(pending)
  expect(await ask('198.51.100.1')).toBe(200)
})

let it: TestApp
test('the product counts requests by the address that a trusted proxy names', async () => {
  it = await createTestApp({ config: { TRUST_PROXY: ['127.0.0.1'] } })
  const { accessToken } = (await it.signUp()).tokens
  const known: unknown[] = []
  const { know } = it.app.requests
  it.app.requests.know = (request) => {
    known.push(request.ip)
    know(request)
  }
  const headers = { authorization: `Bearer ${accessToken}`, 'x-forwarded-for': '198.51.100.7' }
  expect((await fetch(`${await it.listen()}${auth.me.path}`, { headers })).status).toBe(200)
  expect(known).toEqual(['198.51.100.7'])
  await it.close()
})
