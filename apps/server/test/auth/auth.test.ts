import { auth } from '@atalaya/contract/auth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const person = {
  username: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse battery',
  name: 'Ada',
  surname: 'Lovelace',
  birthday: '1990-12-10',
}
const browser = { origin: 'http://localhost' }

let clock: number
let it: TestApp
beforeEach(async () => {
  clock = Date.parse('2026-01-01T12:00:00Z')
  it = await createTestApp({ now: () => clock })
})
afterEach(() => it.close())

async function login(headers: Record<string, string> = {}) {
  await it.call(auth.register, { body: person })
  const { username, password } = person
  return it.call(auth.login, { body: { username, password }, headers })
}
const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  it.call(auth.refresh, { body: { refreshToken }, headers })
const me = (accessToken: string) => it.call(auth.me, {}, accessToken)

describe('registration', () => {
  test('makes the first account the administrator and later ones users', async () => {
    const first = await it.call(auth.register, { body: person })
    const second = await it.call(auth.register, { body: { ...person, username: 'bob', email: 'bob@example.org' } })
    expect(first.body.data.user).toMatchObject({ username: 'Ada', role: 'admin', birthday: '1990-12-10' })
    expect(second.body.data.user.role).toBe('user')
  })

  test('A11 makes exactly one administrator of 20 simultaneous registrations', async () => {
    const many = Array.from({ length: 20 }, (_, n) => ({ ...person, username: `user${n}`, email: `u${n}@example.org` }))
    const replies = await Promise.all(many.map((body) => it.call(auth.register, { body })))
    expect(replies.filter((reply) => reply.body.data.user.role === 'admin')).toHaveLength(1)
  })

  test('A9 accepts one of 20 identical registrations', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => it.call(auth.register, { body: person })))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(19).fill(409)])
  })

  test('A1 requires eight characters and names the invalid field', async () => {
    const { status, body } = await it.call(auth.register, { body: { ...person, password: '1234567' } })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      success: false,
      code: 'invalid_input',
      errors: [{ path: 'password', message: 'Password needs at least 8 characters' }],
    })
  })
})

describe('login', () => {
  test.each(['Ada', 'ADA', 'ada@example.org', 'ADA@Example.org'])(
    'accepts %s in the field username',
    async (username) => {
      await login()
      const reply = await it.call(auth.login, { body: { username, password: person.password } })
      expect(reply.status).toBe(200)
      expect((await me(reply.body.data.tokens.accessToken)).body.data.user.username).toBe('Ada')
    },
  )

  test('B1 answers an unknown account as it answers a wrong password', async () => {
    await login()
    const wrong = await it.call(auth.login, { body: { username: 'Ada', password: 'wrong password' } })
    const unknown = await it.call(auth.login, { body: { username: 'nobody', password: 'wrong password' } })
    expect(wrong.status).toBe(401)
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
    expect(wrong.body.error).toBe('Credenciales incorrectas')
  })
})

describe('sessions', () => {
  test('C2 ends an access token after ten minutes', async () => {
    const { accessToken } = (await login()).body.data.tokens
    clock += 10 * 60_000 - 1
    expect((await me(accessToken)).status).toBe(200)
    clock += 1
    expect((await me(accessToken)).status).toBe(401)
  })

  test('C5 gives parallel refreshes the same successor', async () => {
    const { refreshToken } = (await login()).body.data.tokens
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    expect(new Set(replies.map((reply) => reply.body.data?.refreshToken)).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
  })

  test('C3, C7 returns a lost answer again for 30 seconds only', async () => {
    const first = (await login()).body.data.tokens
    const lost = (await refresh(first.refreshToken)).body.data
    clock += 30_000
    expect((await refresh(first.refreshToken)).body.data).toEqual(lost)
    clock += 1
    expect((await refresh(first.refreshToken)).status).toBe(401)
  })

  test('C4 ends the session when a used refresh token is sent after the grace period', async () => {
    const first = (await login()).body.data.tokens
    const second = (await refresh(first.refreshToken)).body.data
    clock += 30_001
    expect((await refresh(first.refreshToken)).status).toBe(401)
    expect((await refresh(second.refreshToken)).status).toBe(401)
    expect((await me(second.accessToken)).status).toBe(401)
  })

  test('C6 accepts only the direct predecessor of a refresh token in the grace period', async () => {
    const first = (await login()).body.data.tokens
    const second = (await refresh(first.refreshToken)).body.data
    const third = (await refresh(second.refreshToken)).body.data
    expect((await refresh(first.refreshToken)).status).toBe(401)
    expect((await refresh(third.refreshToken)).status).toBe(401)
  })

  test('C10 ends a session after 30 days despite refreshes, and after 7 idle days', async () => {
    let tokens = (await login()).body.data.tokens
    for (let day = 0; day < 29; day++) {
      clock += 24 * 3_600_000
      tokens = (await refresh(tokens.refreshToken)).body.data
    }
    clock += 24 * 3_600_000
    expect((await refresh(tokens.refreshToken)).status).toBe(401)
    const idle = (await login()).body.data.tokens
    clock += 7 * 24 * 3_600_000
    expect((await refresh(idle.refreshToken)).status).toBe(401)
  })

  test("C12 refreshes a browser's session only with its cookie", async () => {
    const reply = await login(browser)
    const { refreshToken } = reply.body.data.tokens
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
    expect((await refresh(refreshToken)).status).toBe(401)
    expect((await refresh(refreshToken, { cookie })).status).toBe(200)
  })

  test('C13 ends both tokens at logout', async () => {
    const { accessToken, refreshToken } = (await login()).body.data.tokens
    expect((await it.call(auth.logout, { body: { refreshToken } })).status).toBe(200)
    expect((await me(accessToken)).status).toBe(401)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('C1 refuses an access token as a refresh token, and a refresh token as an access token', async () => {
    const { accessToken, refreshToken } = (await login()).body.data.tokens
    expect((await me(refreshToken)).status).toBe(401)
    expect((await refresh(accessToken)).status).toBe(401)
  })
})
