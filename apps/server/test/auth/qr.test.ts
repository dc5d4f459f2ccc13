import { auth } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import { createJar, PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminCredentials, createQrFlow, type QrFlow } from '#test/support/qr-flow.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const START = Date.parse('2026-01-01T12:00:00Z')

let clock: number
let app: TestApp
let flow: QrFlow
beforeAll(async () => {
  clock = START
  app = await createTestApp({ now: () => clock })
  await app.signUp('admin')
})
afterAll(() => app.close())
beforeEach(() => {
  clock = START
  flow = createQrFlow(app)
})

test('a QR sign-in is pending, scanned and authenticated, and opens a session for each device', async () => {
  const generated = await flow.as(flow.deviceA, qr.generate)
  const { code, expiresAt, expiresIn, matchCode } = generated.body.data
  expect(expiresIn).toBe(120)
  expect(expiresAt).toBe(new Date(START + 120_000).toISOString())
  expect(String(generated.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
  expect((await flow.poll(code)).body.data).toEqual({ status: 'pending' })

  expect((await flow.scan(code)).body.data).toMatchObject({ status: 'scanned', matchCode, expiresAt })
  expect((await flow.poll(code)).body.data).toEqual({ status: 'scanned' })

  const second = (await flow.approve(code)).body.data
  expect(second).toMatchObject({ status: 'authenticated', user: { username: 'admin' } })
  const first = (await flow.poll(code)).body.data
  expect(first).toMatchObject({ status: 'authenticated', user: { username: 'admin' } })
  expect([await flow.meStatus(first.tokens.accessToken), await flow.meStatus(second.tokens.accessToken)]).toEqual([
    200, 200,
  ])

  const { sessions } = (await app.call(auth.sessions, {}, first.tokens.accessToken)).body.data
  const signIns = sessions.map(({ signedInBy, kind }: { signedInBy: string; kind: string }) => [signedInBy, kind])
  expect(signIns).toEqual(
    expect.arrayContaining([
      ['qr', 'browser'],
      ['password', 'browser'],
    ]),
  )
})

describe('D1 the QR code', () => {
  test('has 128 random bits, and only its hash is stored', async () => {
    const codes = new Set<string>()
    for (let at = 0; at < 5; at++) codes.add((await app.call(qr.generate, { from: flow.network })).body.data.code)
    expect(codes.size).toBe(5)
    const stolen = await app.dump()
    for (const code of codes) {
      expect(code).toMatch(/^[\w-]{22}$/)
      expect(stolen).not.toContain(code)
    }
  })

  test('releases tokens that are not stored in the database', async () => {
    const { sessionA } = await flow.signInBoth()
    const stolen = await app.dump()
    expect(stolen).not.toContain(sessionA.tokens.accessToken)
    expect(stolen).not.toContain(sessionA.tokens.refreshToken)
  })
})

describe('D2 a poll with the code alone', () => {
  test('gives no session to a second browser, or to a script without the right token', async () => {
    const code = await flow.generate()
    await flow.scan(code)
    await flow.approve(code)
    const bystanders = [
      await flow.poll(code, createJar()),
      await flow.poll(code, flow.deviceB),
      await app.call(qr.status, { params: { code } }),
      await app.call(qr.status, { params: { code }, headers: { 'x-qr-poll': `qp_${'x'.repeat(43)}` } }),
    ]
    for (const reply of bystanders) expect(reply.body.data).toEqual({ status: 'authenticated' })
    expect((await flow.poll(code)).body.data.tokens).toBeDefined()
  })

  test.each([
    ['origin', 'http://localhost'],
    ['sec-fetch-site', 'same-origin'],
    ['referer', 'http://localhost/login'],
  ])('gives no session to a script if the code’s browser sent the header %s', async (header, value) => {
    const generated = await app.call(qr.generate, { headers: { [header]: value }, from: flow.network })
    const { code, pollToken } = generated.body.data
    await flow.scan(code)
    await flow.approve(code)
    expect((await app.call(qr.status, { params: { code } })).body.data).toEqual({ status: 'authenticated' })
    const withToken = await app.call(qr.status, { params: { code }, headers: { 'x-qr-poll': pollToken } })
    expect(withToken.body.data.tokens).toBeDefined()
  })

  test('gives the session if a script without such headers generated the code', async () => {
    const { code } = (await app.call(qr.generate, { from: flow.network })).body.data
    await app.call(qr.scan, { body: { code } })
    await app.call(qr.authenticate, { body: { code, ...adminCredentials } })
    const reply = await app.call(qr.status, { params: { code } })
    expect(reply.body.data).toMatchObject({ status: 'authenticated', user: { username: 'admin' } })
    const { refreshToken } = reply.body.data.tokens
    expect((await app.call(auth.refresh, { body: { refreshToken } })).status).toBe(200)
  })

  test('C12 the session can be refreshed only by the browser that got it', async () => {
    const { sessionA } = await flow.signInBoth()
    const body = { refreshToken: sessionA.tokens.refreshToken }
    expect((await app.call(auth.refresh, { body })).status).toBe(401)
    expect((await flow.as(flow.deviceA, auth.refresh, { body })).status).toBe(200)
  })
})

describe('D3 a code after 120 seconds', () => {
  test('is expired for all calls', async () => {
    const code = await flow.generate()
    clock += 120_000 - 1
    expect((await flow.scan(code)).status).toBe(200)
    clock += 1
    expect((await flow.poll(code)).body.data).toEqual({ status: 'expired' })
    expect((await flow.approve(code)).status).toBe(404)
    const fresh = await flow.generate()
    clock += 121_000
    const late = await flow.scan(fresh)
    expect(late.status).toBe(404)
    expect(late.body.error).toBe('The QR code has expired')
  })

  test('gives no session even if it was approved', async () => {
    const code = await flow.generate()
    await flow.scan(code)
    await flow.approve(code)
    clock += 120_000
    expect((await flow.poll(code)).body.data).toEqual({ status: 'expired' })
  })
})

describe('D4 an approval', () => {
  test('gives the same session to 20 simultaneous polls, and to a repeated one within 30 seconds', async () => {
    const code = await flow.generate()
    await flow.scan(code)
    await flow.approve(code)
    const headers = flow.deviceA.headers()
    const polls = await Promise.all(
      Array.from({ length: 20 }, () => app.call(qr.status, { params: { code }, headers, from: flow.network })),
    )
    const tokens = new Set(polls.map((reply) => JSON.stringify(reply.body.data.tokens)))
    expect(tokens.size).toBe(1)
    expect(polls[0]?.body.data.tokens).toBeDefined()
    clock += 30_000
    expect(JSON.stringify((await flow.poll(code)).body.data.tokens)).toBe([...tokens][0])
    clock += 1
    expect((await flow.poll(code)).body.data).toEqual({ status: 'expired' })
  })

  test('in the last second of a code gives the session again after its end, if the first answer was lost', async () => {
    const code = await flow.generate()
    await flow.scan(code)
    await flow.approve(code)
    clock += 119_000
    const { tokens } = (await flow.poll(code)).body.data
    clock += 2_000
    expect((await flow.poll(code)).body.data.tokens).toEqual(tokens)
    clock += 30_000
    expect((await flow.poll(code)).body.data).toEqual({ status: 'expired' })
  })
})

describe('D5 the state of a code only moves forward', () => {
  test('an approval needs a scan, and neither a scan nor an approval follows it', async () => {
    const other = (await app.signUp()).user
    const code = await flow.generate()
    expect((await flow.approve(code)).status).toBe(404)
    await flow.scan(code)
    expect((await flow.scan(code)).status).toBe(200)
    expect((await flow.approve(code)).status).toBe(200)
    expect((await flow.approve(code, { username: other.username, password: PASSWORD })).status).toBe(404)
    expect((await flow.scan(code)).status).toBe(404)
    expect((await flow.poll(code)).body.data.user.username).toBe('admin')
  })

  test('a third device can neither scan nor approve a scanned code', async () => {
    const code = await flow.generate()
    await flow.scan(code)
    const third = createJar()
    const reply = await flow.scan(code, third)
    expect(reply.status).toBe(409)
    expect(reply.body.code).toBe('qr.already_scanned')
    expect((await flow.approve(code, adminCredentials, third)).status).toBe(404)
    expect((await flow.approve(code)).status).toBe(200)
  })

  test('one of four simultaneous approvals succeeds', async () => {
    const { code } = (await app.call(qr.generate, { from: flow.network })).body.data
    await app.call(qr.scan, { body: { code } })
    const body = { code, ...adminCredentials }
    const replies = await Promise.all(Array.from({ length: 4 }, () => app.call(qr.authenticate, { body })))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 404, 404, 404])
  })
})

test('D6 both sessions are independent: one can be ended without the other', async () => {
  const { sessionA, sessionB } = await flow.signInBoth()
  await app.call(auth.logout, { body: { refreshToken: sessionB.tokens.refreshToken } })
  expect([await flow.meStatus(sessionA.tokens.accessToken), await flow.meStatus(sessionB.tokens.accessToken)]).toEqual([
    200, 401,
  ])
})
