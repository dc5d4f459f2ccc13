import { auth } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import { BROWSER, createJar, PASSWORD, someone } from '@atalaya/testbed/people'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guesses, rates } from '#server/limits/limits.ts'
import { createGuessBudget } from '#server/sessions/guess-budget.ts'
import { createGuessingRepo } from '#server/sessions/guessing.repo.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let clock: number
let app: TestApp
beforeEach(async () => {
  clock = Date.parse('2026-01-01T12:00:00Z')
  app = await createTestApp({ now: () => clock })
  await app.call(auth.register, { body: someone({ username: 'admin' }) })
  await app.call(auth.register, { body: someone({ username: 'victim' }) })
})
afterEach(() => app.close())

type From = { from?: string; headers?: Record<string, string> }
const login = (username: string, password: string, from: From = {}) =>
  app.call(auth.login, { body: { username, password }, ...from })

async function guessWrong(count: number, username: string, from: From = {}) {
  const statuses: number[] = []
  for (let at = 0; at < count; at++) statuses.push((await login(username, 'wrong', from)).status)
  return statuses
}

describe('B3 wrong passwords in a row', () => {
  const allowed = Array(guesses.free).fill(401)
  const refused = Array(15 - guesses.free).fill(429)

  test.each(['victim', 'nobody-at-all'])('%s: the eleventh try is refused with the time to wait', async (username) => {
    expect(await guessWrong(15, username)).toEqual([...allowed, ...refused])
    const reply = await login(username, 'wrong')
    expect(reply.headers['retry-after']).toBe('30')
    expect(reply.body.code).toBe('auth.too_many')
    clock += 30_000
    expect((await login(username, 'wrong')).status).toBe(401)
    expect((await login(username, 'wrong')).headers['retry-after']).toBe('60')
  })

  test('share one budget for the name, the e-mail and any spelling', async () => {
    await guessWrong(5, 'victim')
    await guessWrong(5, 'VICTIM@example.org')
    expect((await login('Victim', PASSWORD)).status).toBe(429)
  })

  test('are forgotten after a correct password', async () => {
    await guessWrong(9, 'victim')
    expect((await login('victim', PASSWORD)).status).toBe(200)
    expect(await guessWrong(9, 'victim')).not.toContain(429)
  })

  test('increase the wait to fifteen minutes, and the hundredth locks the account for a day', async () => {
    let checked = 0
    let tries = 0
    const waits: number[] = []
    while (checked < guesses.max) {
      const reply = await login('victim', 'wrong', { from: `198.51.100.${tries++ % 250}` })
      if (reply.status === 401) checked++
      else {
        const wait = Number(reply.headers['retry-after'])
        waits.push(wait)
        clock += wait * 1000
      }
    }
    expect(waits.slice(0, 7)).toEqual([30, 60, 120, 240, 480, 900, 900])
    expect((await login('victim', PASSWORD)).headers['retry-after']).toBe(String(24 * 3600))
    clock += 24 * 3600_000 - 1
    expect((await login('victim', PASSWORD)).status).toBe(429)
    clock += 1
    expect((await login('victim', PASSWORD)).status).toBe(200)
  }, 60_000)
})

describe('B4 the count of wrong passwords', () => {
  test('is correct for 50 simultaneous guesses', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => login('victim', 'wrong')))
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(guesses.free)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(50 - guesses.free)
  })

  test('survives a restart', async () => {
    await guessWrong(guesses.free, 'victim')
    await app.restart()
    expect((await login('victim', PASSWORD)).status).toBe(429)
  })

  test('excludes simultaneous correct passwords', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => login('victim', PASSWORD)))
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
  })
})

test('A7 a check that fails to run does not count as a wrong password', () =>
  app.withDatabase(async (db) => {
    const budget = createGuessBudget({ repo: createGuessingRepo(db), now: () => clock })
    const busy = new Error('too many at once')
    for (let at = 0; at < guesses.free + 5; at++) {
      await expect(budget.guess('victim', () => Promise.reject(busy))).rejects.toBe(busy)
    }
    expect(await budget.guess('victim', async () => true)).toBe(true)
  }))

describe('B5 the budget of guesses, shared by all ways to sign in,', () => {
  test('refuses QR sign-in, confirmations and password changes once login used it up', async () => {
    const { accessToken } = (await login('victim', PASSWORD)).body.data.tokens
    const { code } = (await app.call(qr.generate)).body.data
    await app.call(qr.scan, { body: { code } })
    await guessWrong(guesses.free, 'victim')
    const credentials = { username: 'victim', password: PASSWORD }
    const newPassword = 'a garden at night'
    const tries = [
      await app.call(qr.authenticate, { body: { code, ...credentials } }),
      await app.call(auth.confirm, { body: { password: PASSWORD } }, accessToken),
      await app.call(auth.changePassword, { body: { currentPassword: PASSWORD, newPassword } }, accessToken),
    ]
    expect(tries.map((reply) => reply.status)).toEqual([429, 429, 429])
  })

  test('refuses login once confirmations used it up', async () => {
    const { accessToken } = (await login('victim', PASSWORD)).body.data.tokens
    for (let at = 0; at < guesses.free; at++) {
      expect((await app.call(auth.confirm, { body: { password: 'wrong' } }, accessToken)).status).toBe(400)
    }
    expect((await login('victim', PASSWORD)).status).toBe(429)
  })
})

describe('B6 the client address of a guess', () => {
  test('is not read from a header of an untrusted proxy', async () => {
    for (let at = 0; at < guesses.free; at++) {
      await login('victim', 'wrong', { headers: { 'x-forwarded-for': `203.0.113.${at}` } })
    }
    const reply = await login('victim', PASSWORD, { headers: { 'x-forwarded-for': '203.0.113.99' } })
    expect(reply.status).toBe(429)
  })

  test('is refused after too many failures of its network: a /64, or an IPv4 address in both notations', async () => {
    // An unknown code counts as a failed sign-in, and costs no hash.
    const failSignIn = (from: string) => app.call(qr.scan, { body: { code: 'unknown' }, from })
    for (let at = 0; at < rates.failedSignIns.max; at++) {
      await failSignIn(at % 2 === 0 ? '192.0.2.1' : '::ffff:192.0.2.1')
      await failSignIn(`2001:db8:1:2::${(at + 1).toString(16)}`)
    }
    const refused = ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8:1:2:ffff::1']
    for (const from of refused) {
      const reply = await login('victim', PASSWORD, { from })
      expect(reply.status).toBe(429)
      expect(Number(reply.headers['retry-after'])).toBe(rates.failedSignIns.windowMs / 1000)
    }
    expect((await login('victim', PASSWORD, { from: '2001:db8:1:3::1' })).status).toBe(200)
    clock += rates.failedSignIns.windowMs
    expect((await login('victim', PASSWORD, { from: '192.0.2.1' })).status).toBe(200)
  })
})

test('B6 behind a trusted proxy the client’s address is limited, not the proxy’s', async () => {
  const proxied = await createTestApp({ config: { TRUST_PROXY: ['127.0.0.1'] } })
  try {
    // Through the proxy the first account would need the setup code.
    await proxied.signUp()
    const register = (client: string) =>
      proxied.call(auth.register, { body: someone(), headers: { 'x-forwarded-for': client } })
    for (let at = 0; at < rates.registrations.max; at++) await register('203.0.113.7')
    expect((await register('203.0.113.7')).status).toBe(429)
    expect((await register('203.0.113.8')).status).toBe(200)
  } finally {
    await proxied.close()
  }
})

test('B7 the owner can sign in from a known device during an attack', async () => {
  const jar = createJar()
  jar.take((await login('victim', PASSWORD, { headers: BROWSER })).headers)
  await guessWrong(guesses.free + 1, 'victim')
  expect((await login('victim', PASSWORD)).status).toBe(429)
  const again = await login('victim', PASSWORD, { headers: jar.headers() })
  expect(again.status).toBe(200)
  jar.take(again.headers)
  // A device is known for one account only, and its separate budget is limited, too.
  expect((await login('admin', 'wrong', { headers: jar.headers() })).status).toBe(401)
  expect(await guessWrong(guesses.free, 'victim', { headers: jar.headers() })).not.toContain(429)
  expect((await login('victim', PASSWORD, { headers: jar.headers() })).status).toBe(429)
})

describe('B8 registrations', () => {
  test('exceed the limit with 30 in a minute from one network', async () => {
    const replies = []
    for (let at = 0; at < 30; at++) {
      clock += 1900
      replies.push(await app.call(auth.register, { body: someone(), from: '192.0.2.9' }))
    }
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(rates.registrations.max)
    expect(replies.at(-1)?.status).toBe(429)
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.call(auth.register, { body: someone(), from: '192.0.2.10' })).status).toBe(200)
  })

  test('are refused after the first account if registration is closed', async () => {
    const closed = await createTestApp({ config: { REGISTRATION: 'closed' } })
    try {
      expect((await closed.call(auth.register, { body: someone() })).body.data.user.role).toBe('admin')
      const reply = await closed.call(auth.register, { body: someone() })
      expect(reply.status).toBe(403)
      expect(reply.body.code).toBe('auth.registration_closed')
    } finally {
      await closed.close()
    }
  })
})

test('a network with too many refused refreshes is limited, and a valid token is still accepted', async () => {
  const { refreshToken } = (await login('victim', PASSWORD)).body.data.tokens
  const refresh = (token: string) => app.call(auth.refresh, { body: { refreshToken: token } })
  for (let at = 0; at < rates.refusedRefreshes.max; at++) expect((await refresh(`rt_${at}`)).status).toBe(401)
  expect((await refresh('rt_x')).status).toBe(429)
  expect((await refresh(refreshToken)).status).toBe(200)
})
