import { auth, type SignedIn } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import { users } from '@atalaya/contract/users'
import { BROWSER, createJar, PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { QR_OPEN_MAX, QR_TRIES, rates } from '#server/limits/limits.ts'
import { adminCredentials, createQrFlow, type QrFlow } from '#test/support/qr-flow.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const START = Date.parse('2026-01-01T12:00:00Z')

let clock: number
let app: TestApp
let admin: SignedIn
let flow: QrFlow
beforeAll(async () => {
  clock = START
  app = await createTestApp({ now: () => clock })
  admin = await app.signUp('admin')
})
afterAll(() => app.close())
beforeEach(() => {
  clock = START
  flow = createQrFlow(app)
})

describe('D7 the answer to a scan', () => {
  test('contains the first device’s browser, system, address, time and short code', async () => {
    const { code, matchCode } = (await flow.as(flow.deviceA, qr.generate)).body.data
    clock += 5000
    const reply = await flow.scan(code)
    expect(reply.body.data.requester).toEqual({
      browser: 'Firefox',
      os: 'Linux',
      ip: flow.network,
      when: new Date(START).toISOString(),
      sameNetwork: true,
    })
    expect(matchCode).toMatch(/^[A-HJ-NP-Z2-9]{4}$/)
    expect(reply.body.data.matchCode).toBe(matchCode)
  })

  test('contains whether both devices are in the same network', async () => {
    const code = await flow.generate()
    const headers = flow.deviceB.headers()
    const reply = await app.call(qr.scan, { body: { code }, headers, from: '203.0.113.7' })
    expect(reply.body.data.requester.sameNetwork).toBe(false)
  })

  test('describes the browser in words that a header cannot forge', async () => {
    const headers = { ...BROWSER, 'user-agent': '<img src=x onerror=alert(1)>' }
    const { code } = (await app.call(qr.generate, { headers, from: flow.network })).body.data
    const { requester } = (await flow.scan(code)).body.data
    expect(requester).toMatchObject({ browser: 'Unknown browser', os: 'Unknown system' })
  })
})

describe('D8 the limits of QR codes', () => {
  test('allow a browser five open codes, and ten new codes a minute', async () => {
    const generate = () => app.call(qr.generate, { from: flow.network })
    const replies = await Promise.all(Array.from({ length: 5 }, generate))
    expect(replies.map((reply) => reply.status)).toEqual(Array(5).fill(200))
    const sixth = await generate()
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    clock += 121_000
    for (let at = 0; at < 9; at++) expect((await flow.as(flow.deviceA, qr.generate)).status).toBe(200)
    const last = await flow.generate()
    expect((await flow.as(flow.deviceA, qr.generate)).status).toBe(429)
    // A refused request does not replace the code on screen.
    expect((await flow.poll(last)).body.data.status).toBe('pending')
  })

  test('do not refuse a known browser when another browser or its network is at its limit', async () => {
    const known = createJar()
    known.take((await app.call(auth.login, { body: adminCredentials, headers: BROWSER })).headers)
    const from = flow.network
    const statusOf = async (headers: Record<string, string>) => (await app.call(qr.generate, { headers, from })).status
    const bot = { 'user-agent': 'curl/8.5.0' }
    for (let at = 0; at < QR_OPEN_MAX; at++) expect(await statusOf(bot)).toBe(200)
    expect(await statusOf(bot)).toBe(429)
    expect(await statusOf(BROWSER)).toBe(200)
    const { max } = rates.qrCodesOfStrangers
    for (let at = 0; at < max; at++) await statusOf({ 'user-agent': `curl/${at}` })
    expect(await statusOf({ 'user-agent': 'a browser of its own' })).toBe(429)
    expect(await statusOf(known.headers())).toBe(200)
    for (let at = 1; at < rates.qrCodes.max; at++) expect(await statusOf(known.headers())).toBe(200)
    expect(await statusOf(known.headers())).toBe(429)
  })

  test('let a browser at its limit replace its own code', async () => {
    const first = await flow.generate()
    for (let open = 1; open < QR_OPEN_MAX; open++) {
      expect((await app.call(qr.generate, { headers: BROWSER, from: flow.network })).status).toBe(200)
    }
    expect((await app.call(qr.generate, { headers: BROWSER, from: flow.network })).status).toBe(429)
    expect((await flow.as(flow.deviceA, qr.generate)).status).toBe(200)
    expect((await flow.poll(first)).body.data.status).toBe('expired')
  })

  test('count a refused request for the network only, not for the browser', async () => {
    const from = flow.network
    const ask = async (agent: string) =>
      (await app.call(qr.generate, { headers: { ...BROWSER, 'user-agent': agent }, from })).status
    for (let at = 0; at < rates.qrCodesOfStrangers.max; at++) expect(await ask(`curl/${at}`)).toBe(200)
    clock += rates.qrCodesOfStrangers.windowMs - 1
    for (let at = 0; at < rates.qrCodes.max; at++) expect(await ask('a browser')).toBe(429)
    clock += 1
    expect(await ask('a browser')).toBe(200)
  })

  test('allow a poll every two seconds, and at most 60 a minute', async () => {
    const code = await flow.generate()
    for (let at = 0; at < 59; at++) {
      expect((await flow.poll(code)).status).toBe(200)
      clock += 2000
    }
    for (let at = 0; at < 60; at++) await flow.poll(code)
    expect((await flow.poll(code)).status).toBe(429)
  })

  test(`end a code after ${QR_TRIES} wrong passwords`, async () => {
    const { user } = await app.signUp()
    const code = await flow.generate()
    await flow.scan(code)
    const wrong = { username: user.username, password: 'wrong' }
    for (let at = 0; at < QR_TRIES; at++) {
      const reply = await flow.approve(code, wrong)
      expect(reply.status).toBe(401)
      expect(reply.body.error).toBe('Credenciales incorrectas')
    }
    expect((await flow.poll(code)).body.data).toEqual({ status: 'expired' })
    expect((await flow.approve(code, { username: user.username, password: PASSWORD })).status).toBe(404)
  })
})

describe('D9 the answers to calls with a code', () => {
  test('are the same for a used, a replaced, an expired and an unknown code', async () => {
    const used = (await flow.signInBoth()).code
    const replaced = await flow.generate()
    await flow.generate()
    const expired = await flow.generate()
    clock += 120_000
    const bodies = async (codes: string[], ask: (code: string) => ReturnType<typeof flow.poll>) =>
      new Set(
        await Promise.all(
          codes.map(async (code) => {
            const { status, reply } = await ask(code)
            return `${status} ${reply.body.replace(/"requestId":"[^"]+"/, '')}`
          }),
        ),
      )
    const endedCodes = [used, replaced, expired, 'unknown']
    expect(await bodies(endedCodes, (code) => flow.poll(code))).toEqual(
      new Set(['200 {"success":true,"data":{"status":"expired"}}']),
    )
    expect((await bodies(endedCodes, (code) => flow.scan(code, createJar()))).size).toBe(1)
    expect((await bodies(endedCodes, (code) => flow.approve(code, adminCredentials, createJar()))).size).toBe(1)
  })

  test('contain no account data before the session is released', async () => {
    const code = await flow.generate()
    await flow.scan(code)
    expect(Object.keys((await flow.poll(code)).body.data)).toEqual(['status'])
    await flow.approve(code)
    expect(Object.keys((await flow.poll(code, createJar())).body.data)).toEqual(['status'])
  })
})

describe('D10 the session of a QR code is released once', () => {
  test('a new code ends the one before it', async () => {
    const first = await flow.generate()
    const second = await flow.generate()
    expect((await flow.poll(first)).body.data).toEqual({ status: 'expired' })
    expect((await flow.poll(second)).body.data).toEqual({ status: 'pending' })
    expect((await flow.scan(first)).status).toBe(404)
  })

  test('the same tokens are returned even if the server restarts after every step', async () => {
    const code = await flow.generate()
    await app.restart()
    expect((await flow.scan(code)).status).toBe(200)
    await app.restart()
    expect((await flow.approve(code)).status).toBe(200)
    await app.restart()
    const first = (await flow.poll(code)).body.data.tokens
    expect(first).toBeDefined()
    await app.restart()
    expect((await flow.poll(code)).body.data.tokens).toEqual(first)
  })
})

describe('D11 a session opened by a QR code', () => {
  test('needs a confirmed password for an administrator’s changes, valid for ten minutes', async () => {
    const { sessionA } = await flow.signInBoth()
    const token = sessionA.tokens.accessToken
    const { user } = await app.signUp()
    const setRole = () => app.call(users.setRole, { params: { id: user._id }, body: { role: 'user' } }, token)
    const refused = await setRole()
    expect(refused.status).toBe(403)
    expect(refused.body.code).toBe('reauth_required')
    expect((await app.call(users.list, {}, token)).status).toBe(200)

    expect((await app.call(auth.confirm, { body: { password: 'wrong' } }, token)).status).toBe(400)
    expect((await setRole()).status).toBe(403)
    const confirmed = await app.call(auth.confirm, { body: { password: PASSWORD } }, token)
    expect(confirmed.body.data.confirmedUntil).toBe(new Date(clock + 600_000).toISOString())
    expect((await setRole()).status).toBe(200)
    const body = { refreshToken: sessionA.tokens.refreshToken }
    clock += 600_000
    const renewed = (await flow.as(flow.deviceA, auth.refresh, { body })).body.data.accessToken
    expect((await app.call(users.remove, { params: { id: user._id } }, renewed)).status).toBe(403)
  })

  test('needs a confirmed password to change the sign-in, but not to change the name', async () => {
    const { sessionA, sessionB } = await flow.signInBoth()
    const token = sessionA.tokens.accessToken
    const refused = [
      await app.call(auth.endOthers, {}, token),
      await app.call(auth.editMe, { body: { email: 'new@example.org' } }, token),
    ]
    expect(refused.map((reply) => [reply.status, reply.body.code])).toEqual(Array(2).fill([403, 'reauth_required']))
    expect((await app.call(auth.editMe, { body: { name: 'Ada' } }, token)).status).toBe(200)
    // The password was typed on device B, so its session is confirmed already.
    expect((await app.call(auth.endOthers, {}, sessionB.tokens.accessToken)).status).toBe(200)
    // The last call ended the session of `admin`, which later tests use.
    admin = (await app.call(auth.login, { body: adminCredentials })).body.data
  })
})

test.each([
  ['C16', 'deactivated', users.setStatus, { isActive: false }],
  ['A2', 'given another password', users.resetPassword, { password: 'gq7zv1' }],
  ['C14', 'signed out everywhere', users.logoutAll, undefined],
  ['C19', 'deleted', users.remove, undefined],
] as const)('%s an approval is void once its account was %s', async (_row, _change, route, body) => {
  const { user } = await app.signUp()
  const code = await flow.generate()
  await flow.scan(code)
  await flow.approve(code, { username: user.username, password: PASSWORD })
  const params = { id: user._id }
  expect((await app.call(route, { params, body }, admin.tokens.accessToken)).status).toBe(200)
  expect((await flow.poll(code)).body.data).toEqual({ status: 'expired' })
})
