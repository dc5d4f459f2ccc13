import { auth } from '@atalaya/contract/auth'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { SMALL_BODY_MAX } from '@atalaya/contract/route'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_BOUNDS } from '#server/http/bodies.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  token = (await app.signUp()).tokens.accessToken
})
afterAll(() => app.close())

const send = (options: InjectOptions) => app.app.inject(options)
const login = (headers: Record<string, string>, payload = '{"username":"x","password":"y"}') =>
  send({ method: 'POST', url: '/auth/login', headers: { 'content-type': 'application/json', ...headers }, payload })
const bearer = () => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` })
/** Sends to a call that takes large bodies. */
const sendLarge = (payload: string) =>
  send({ method: 'POST', url: moduleRequests.send.path, headers: bearer(), payload })

const TRIES = 5
/** Maximum cost of a refusal, as a multiple of the cost of a valid body of a megabyte. */
const MAX_COST = 10

/**
 * Minimum processor time of several equal requests, in µs, and the last reply. Other work of the machine does not
 * count; garbage of other tests may be collected during one of them.
 */
async function measureCost(ask: () => ReturnType<typeof login>) {
  let cost = Number.POSITIVE_INFINITY
  for (let n = 1; ; n++) {
    const before = process.cpuUsage()
    const reply = await ask()
    const { user, system } = process.cpuUsage(before)
    cost = Math.min(cost, user + system)
    if (n === TRIES) return { reply, cost }
  }
}
/** Processor time for a valid body of a megabyte, in µs. */
let validCost: number
beforeAll(async () => {
  const payload = JSON.stringify({ widgetId: 'x', name: 'x', params: { text: 'x'.repeat(1_000_000) } })
  validCost = (await measureCost(() => sendLarge(payload))).cost
})

describe('bodies', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json\ta',
    'application/jsonx',
    'multipart/form-data; boundary=x',
  ])('F4 the content type %j is refused as not JSON', async (type) => {
    const reply = await login({ 'content-type': type })
    expect(reply.statusCode).toBe(415)
    expect(reply.json()).toMatchObject({ success: false, code: 'unsupported' })
  })

  test('an announced but empty body counts as no body', async () => {
    const headers = bearer()
    expect((await send({ method: 'DELETE', url: '/auth/sessions', headers })).statusCode).toBe(200)
    expect((await send({ method: 'POST', url: '/auth/qr/generate', headers })).statusCode).toBe(200)
  })

  test.each([
    ['J1 100,000 brackets', '['.repeat(100_000), 'large'],
    ['J1 nested values', `{"username":${'{"a":'.repeat(50)}1${'}'.repeat(50)},"password":"x"}`],
    ['J1 a megabyte of quotes without an end', '\\"'.repeat(500_000), 'large'],
    ['J1 a megabyte of spaces', ' '.repeat(1_000_000), 'large'],
    ['J1 200,000 values', `{"username":[${'1,'.repeat(200_000)}1],"password":"x"}`, 'large'],
    ['J2 __proto__', '{"username":"x","password":"y","__proto__":{"role":"admin"}}'],
    ['J2 constructor.prototype', '{"username":"x","password":"y","constructor":{"prototype":{"role":"admin"}}}'],
    ['J2 an operator', '{"username":{"$ne":null},"password":{"$gt":""}}'],
    ['broken JSON', '{"username":'],
    ['a number', '7'],
  ])(
    '%s: refused with 400 at a low cost, without effect on the next request',
    async (_name, payload, size = 'small') => {
      const { reply, cost } = await measureCost(() => (size === 'large' ? sendLarge(payload) : login({}, payload)))
      expect(reply.statusCode).toBe(400)
      expect(cost).toBeLessThan(MAX_COST * validCost)
      expect(({} as Record<string, unknown>).role).toBeUndefined()
      expect((await app.call(auth.me, {}, token)).status).toBe(200)
    },
  )

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="x\\y"'])(
    'the content type %s counts as JSON, and a byte order mark is skipped',
    async (type) => {
      const reply = await login({ 'content-type': type }, '\ufeff{"username":"x","password":"y"}')
      expect(reply.statusCode).toBe(401)
    },
  )

  test('the answer to a refused body names the reason', async () => {
    const error = async (payload: string) => (await login({}, payload)).json().error
    expect(await error('['.repeat(40))).toBe('The body is nested more than 32 deep')
    expect((await sendLarge(`[${'1,'.repeat(BODY_BOUNDS.values)}1]`)).json().error).toBe(
      'The body has more than 20000 values',
    )
    expect(await error('{"username":')).toMatch(/^The body is not JSON: /)
  })

  test('a body with thousands of invalid fields gets a short answer', async () => {
    const keys = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${'k'.repeat(80)}${n}`, []]))
    const payload = JSON.stringify({ widgetId: 'x', name: 'x', params: keys, ...keys })
    const reply = await sendLarge(payload)
    expect(reply.statusCode).toBe(400)
    expect(reply.body.length).toBeLessThan(50_000)
  })

  test('J1 a body beyond 16 KiB for a form, or 1 MiB for other calls, gets 413', async () => {
    const bodyAbove = (bytes: number) => `{"username":"${'x'.repeat(bytes)}"}`
    expect((await login({}, bodyAbove(SMALL_BODY_MAX))).statusCode).toBe(413)
    expect((await sendLarge(bodyAbove(SMALL_BODY_MAX))).statusCode).toBe(400)
    expect((await sendLarge(bodyAbove(2 * 1024 * 1024))).statusCode).toBe(413)
  })

  test('A7 a password of the maximum body size is refused before it is hashed', async () => {
    const payload = JSON.stringify({ username: 'x', password: 'y'.repeat(SMALL_BODY_MAX - 100) })
    const { reply, cost } = await measureCost(() => login({}, payload))
    expect(cost).toBeLessThan(MAX_COST * validCost)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ path: 'password' }])
  })

  test('brackets and commas inside strings do not count towards the limits', async () => {
    const payload = JSON.stringify({ username: `${'[{,"\\'.repeat(40)}`, password: 'y' })
    expect((await login({}, payload)).statusCode).toBe(401)
  })
})
