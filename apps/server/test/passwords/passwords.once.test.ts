import { setTimeout } from 'node:timers/promises'
import { auth } from '@atalaya/contract/auth'
import { weaknessOf } from '@atalaya/contract/password-rules'
import { users } from '@atalaya/contract/users'
import { PASSWORD, someone } from '@atalaya/testbed/people'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswords, HASHING, shareOfAccount } from '#server/passwords/passwords.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** Pause between two calls that must not be blocked. */
const PAUSE_MS = 10
/** Processor time so far in µs, of the event loop's thread and of all threads. Other programs do not count. */
function cpuTimes() {
  const [thisThread, allThreads] = [process.threadCpuUsage(), process.cpuUsage()]
  return { thisThread: thisThread.user + thisThread.system, allThreads: allThreads.user + allThreads.system }
}

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await createTestApp({ times: { hashing: HASHING } })
  admin = (await app.signUp('admin')).tokens.accessToken
})
afterAll(() => app.close())

let networks = 0
const register = (fields: Record<string, unknown>) =>
  app.call(auth.register, { body: someone(fields), from: `192.0.2.${++networks}` })
const login = (username: string, password: string) => app.call(auth.login, { body: { username, password } })

describe('A1 length', () => {
  test('seven characters are refused, and eight are accepted', async () => {
    const short = await register({ username: 'short', password: 'gq7 zv1' })
    expect(short.status).toBe(400)
    expect(short.body.errors).toEqual([{ path: 'password', message: 'Password needs at least 8 characters' }])
    expect((await login('short', 'gq7 zv1')).status).toBe(401)
    expect((await register({ username: 'eight', password: 'gq7 zv1k' })).status).toBe(200)
  })
})

describe('A3 any characters are allowed', () => {
  test('all of a hundred characters are compared', async () => {
    const password = 'a long walk in the rain '.repeat(5).slice(0, 100)
    expect((await register({ username: 'walker', password })).status).toBe(200)
    expect((await login('walker', password.slice(0, 72))).status).toBe(401)
    expect((await login('walker', password)).status).toBe(200)
  })

  test('a kilobyte is accepted, and more is refused', async () => {
    expect((await register({ password: 'né'.repeat(512) })).status).toBe(200)
    expect((await register({ password: `${'né'.repeat(512)}!` })).status).toBe(400)
  })

  test('both Unicode forms of an accent are one password, and a space at the end counts', async () => {
    const password = 'Zürich, 東京 y Córdoba '
    expect((await register({ username: 'traveller', password: password.normalize('NFC') })).status).toBe(200)
    expect((await login('traveller', password.normalize('NFD'))).status).toBe(200)
    expect((await login('traveller', password.trim())).status).toBe(401)
  })
})

describe('A5 a common password', () => {
  const names = { username: 'grace-hopper', email: 'grace.h@example.org', name: 'Grace', surname: 'Hopper' }

  test.each([
    'password1',
    'PASSWORD1',
    '12345678',
    'qwertyuiop',
    'iloveyou1',
    'aaaaaaaaa',
    'abcdefghij',
    '98765432',
    'atalaya2024',
    'grace-hopper',
    'grace.h@example.org',
    'Hopper!!',
  ])('%s is refused', async (password) => {
    const reply = await register({ ...names, password })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'auth.weak_password', errors: [{ path: 'password' }] })
    expect(reply.body.error).toMatch(/choose another one/)
  })

  test.each(['98765432', 'atalaya2024', 'grace-hopper'])(
    '%s gets the same message in the form and from the server',
    async (password) => {
      const reply = await register({ ...names, password })
      expect(reply.body.error).toBe(weaknessOf(password, names))
    },
  )

  test('is refused as a new password, too', async () => {
    const { tokens } = await app.signUp()
    const body = { currentPassword: PASSWORD, newPassword: 'password1' }
    const reply = await app.call(auth.changePassword, { body }, tokens.accessToken)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ path: 'newPassword' }])
  })
})

test('A6 a stolen database reveals no password, and hashes are argon2id of 19 MiB', async () => {
  const password = 'canary in the coal mine'
  await register({ username: 'miner', password })
  const stolen = await app.dump()
  expect(stolen).toContain('"miner"')
  expect(stolen).not.toContain(password)
  const hashes = stolen.match(/\$argon2[^"]*/g) ?? []
  expect(hashes.length).toBeGreaterThan(1)
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(new Set(hashes.map((hash) => hash.split('$')[4])).size).toBe(hashes.length)
})

describe('A7 hashing of passwords', () => {
  test('does not block other calls during a hundred simultaneous sign-ins', async () => {
    const attempts = Array.from({ length: 100 }, (_, n) =>
      app.call(auth.login, { body: { username: `nobody-${n}`, password: 'x' }, from: `198.51.100.${n}` }),
    )
    const before = cpuTimes()
    let areDone = false
    const finished = Promise.all(attempts).finally(() => {
      areDone = true
    })
    while (!areDone) {
      expect((await app.app.inject({ url: '/healthz' })).statusCode).toBe(200)
      await setTimeout(PAUSE_MS)
    }
    for (const { status } of await finished) expect([401, 503]).toContain(status)
    // Hashes on the event loop would make it do nearly all of the work.
    const after = cpuTimes()
    expect(after.thisThread - before.thisThread).toBeLessThan((after.allThreads - before.allThreads) / 2)
  })

  test('refuses tasks beyond the queue limit and gives the time to wait', async () => {
    const passwords = createPasswords()
    const all = await Promise.allSettled(
      Array.from({ length: 200 }, () => passwords.verify('x', null, shareOfAccount('one'))),
    )
    const refused = all.filter((result) => result.status === 'rejected').map((result) => result.reason)
    // A hundred wait, and four run.
    expect(refused).toHaveLength(200 - 100 - 4)
    for (const reason of refused) {
      expect(reason).toMatchObject({ kind: 'unavailable', details: { retryAfterSeconds: 2 } })
    }
  })
})

describe('A2 a reset by an administrator', () => {
  test('accepts six characters, ends all sessions and requires a new password', async () => {
    const { user, tokens } = await app.signUp()
    const params = { id: user._id }
    const short = await app.call(users.resetPassword, { params, body: { password: 'gq7zv' } }, admin)
    expect(short.status).toBe(400)
    expect(short.body.error).toBe('La contraseña debe tener al menos 6 caracteres')
    expect((await app.call(users.resetPassword, { params, body: { password: '123456' } }, admin)).status).toBe(400)
    expect((await app.call(auth.me, {}, tokens.accessToken)).status).toBe(200)

    expect((await app.call(users.resetPassword, { params, body: { password: 'gq7zv1' } }, admin)).status).toBe(200)
    expect((await app.call(auth.me, {}, tokens.accessToken)).status).toBe(401)
    expect((await app.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })).status).toBe(401)
    expect((await login(user.username, PASSWORD)).status).toBe(401)

    const again = await login(user.username, 'gq7zv1')
    expect(again.body.data.mustChangePassword).toBe(true)
    const { accessToken } = again.body.data.tokens
    expect((await app.call(auth.me, {}, accessToken)).body.data.mustChangePassword).toBe(true)
    const body = { currentPassword: 'gq7zv1', newPassword: 'gq7zv1' }
    expect((await app.call(auth.changePassword, { body }, accessToken)).status).toBe(400)
    const better = { ...body, newPassword: 'a garden at night' }
    expect((await app.call(auth.changePassword, { body: better }, accessToken)).status).toBe(200)
    expect((await app.call(auth.me, {}, accessToken)).body.data.mustChangePassword).toBeUndefined()
  })
})

describe('A10 names', () => {
  test.each([
    ['an e-mail', 'admin@example.org'],
    ['an id', '3f2b8a34-1c7e-4a7b-9d11-0a4c2b7e9f10'],
    ['two alphabets that look alike', 'pаypal-аdmin'],
    ['a space', 'two words'],
    ['an invisible character', 'adm\u200bin'],
    ['a line break', 'adm\r\nin'],
  ])('%s is refused as a username', async (_what, username) => {
    const reply = await register({ username, email: 'someone.else@example.org' })
    expect(reply.status).toBe(400)
    expect(reply.body.errors[0].path).toBe('username')
  })

  test.each([
    ['username', { username: 'ADMIN', email: 'new@example.org' }],
    ['username in wide letters', { username: 'ａｄｍｉｎ', email: 'new@example.org' }],
    ['e-mail', { username: 'newcomer', email: 'Admin@Example.ORG' }],
  ])('A9 another spelling of a taken %s is refused', async (_what, fields) => {
    expect((await register(fields)).status).toBe(409)
  })
})
