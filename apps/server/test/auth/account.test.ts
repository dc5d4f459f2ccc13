import { auth, type Session } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { BROWSER, createJar, PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let clock: number
let app: TestApp
let admin: string
let name: string
let id: string
let token: string
beforeAll(async () => {
  clock = Date.parse('2026-01-01T12:00:00Z')
  app = await createTestApp({ now: () => clock })
  admin = (await app.signUp('admin')).tokens.accessToken
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = Date.parse('2026-01-01T12:00:00Z')
  const { user, tokens } = await app.signUp()
  name = user.username
  id = user._id
  token = tokens.accessToken
})

const login = (password = PASSWORD, headers: Record<string, string> = {}, from = '192.0.2.4') =>
  app.call(auth.login, { body: { username: name, password }, headers, from })
const signIn = async () => (await login()).body.data.tokens as { accessToken: string; refreshToken: string }
const me = async (accessToken: string) => (await app.call(auth.me, {}, accessToken)).status
const refresh = async (refreshToken: string) => (await app.call(auth.refresh, { body: { refreshToken } })).status
const sessions = async (): Promise<Session[]> => (await app.call(auth.sessions, {}, token)).body.data.sessions

describe('a user’s own profile', () => {
  test('is returned and can be changed', async () => {
    const body = { name: ' Grace ', surname: 'Hopper', birthday: null }
    const { user } = (await app.call(auth.editMe, { body }, token)).body.data
    expect(user).toMatchObject({ _id: id, name: 'Grace', surname: 'Hopper', birthday: null })
    expect((await app.call(auth.me, {}, token)).body.data).toEqual({ user })
  })

  test.each([
    ['role', { role: 'admin' }],
    ['isActive', { isActive: false }],
    ['_id', { _id: 'x' }],
    ['username', { username: 'other' }],
    ['password_hash', { password_hash: 'x' }],
  ])('E7 refuses a change of the field %s', async (_field, body) => {
    expect((await app.call(auth.editMe, { body: { name: 'Eve', ...body } }, token)).status).toBe(400)
    expect((await app.call(auth.me, {}, token)).body.data.user).toMatchObject({ name: 'Ada', role: 'user' })
  })

  test.each([
    ['birthday', { birthday: '2026-13-01' }],
    ['birthday', { birthday: '2999-01-01' }],
    ['name', { name: '' }],
    ['name', { name: 'line\nbreak' }],
    ['email', { email: 'no address' }],
  ])('names the invalid field %s in the error', async (path, body) => {
    const reply = await app.call(auth.editMe, { body }, token)
    expect(reply.status).toBe(400)
    expect(reply.body.errors[0].path).toBe(path)
  })

  test('C18 a new e-mail can be used to sign in, and ends all other sessions', async () => {
    const other = await signIn()
    const email = `${name}.new@example.org`
    expect((await app.call(auth.editMe, { body: { email } }, token)).status).toBe(200)
    expect([await me(token), await me(other.accessToken), await refresh(other.refreshToken)]).toEqual([200, 401, 401])
    const reply = await app.call(auth.login, { body: { username: email.toUpperCase(), password: PASSWORD } })
    expect(reply.status).toBe(200)
    expect((await app.call(auth.editMe, { body: { email: 'admin@example.org' } }, token)).status).toBe(409)
  })
})

describe('C18 a user’s own password', () => {
  test('is changed only with the current one, which ends all other sessions', async () => {
    const other = await signIn()
    const change = (currentPassword: string) =>
      app.call(auth.changePassword, { body: { currentPassword, newPassword: 'a garden at night' } }, token)
    const refused = await change('wrong')
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([{ path: 'currentPassword' }])
    expect(await me(other.accessToken)).toBe(200)

    expect((await change(PASSWORD)).status).toBe(200)
    expect([await me(token), await me(other.accessToken), await refresh(other.refreshToken)]).toEqual([200, 401, 401])
    expect((await login()).status).toBe(401)
    expect((await login('a garden at night')).status).toBe(200)
  })

  test('once changed, invalidates simultaneous sign-ins with the old one', async () => {
    const body = { currentPassword: PASSWORD, newPassword: 'a garden at night' }
    const [changed, ...replies] = await Promise.all([
      app.call(auth.changePassword, { body }, token),
      ...Array.from({ length: 5 }, () => login()),
    ])
    expect(changed.status).toBe(200)
    const opened = replies.filter((reply) => reply.status === 200)
    const statuses = await Promise.all(opened.map((reply) => me(reply.body.data.tokens.accessToken)))
    expect(statuses.every((status) => status === 401)).toBe(true)
  })
})

describe('C22 a user’s own sessions', () => {
  test('are listed with device, address, sign-in method and last use, newest first', async () => {
    clock += 60_000
    const jar = createJar()
    jar.take((await login(PASSWORD, BROWSER, '203.0.113.5')).headers)
    const [browser, script, ...rest] = await sessions()
    expect(rest).toEqual([])
    expect(browser).toMatchObject({
      device: 'Firefox on Linux',
      ip: '203.0.113.5',
      kind: 'browser',
      signedInBy: 'password',
      current: false,
      createdAt: '2026-01-01T12:01:00.000Z',
      lastUsedAt: '2026-01-01T12:01:00.000Z',
    })
    expect(script).toMatchObject({ kind: 'api', current: true, ip: '127.0.0.1' })
    expect(JSON.stringify([browser, script])).not.toMatch(/hash|token|at_|rt_/)
  })

  test('can be ended one by one', async () => {
    const [one, other] = [await signIn(), await signIn()]
    const list = await app.call(auth.sessions, {}, one.accessToken)
    const target = list.body.data.sessions.find((session: Session) => session.current)
    expect((await app.call(auth.endSession, { params: { id: target._id } }, token)).status).toBe(200)
    expect([await me(one.accessToken), await refresh(one.refreshToken)]).toEqual([401, 401])
    expect([await me(other.accessToken), await me(token)]).toEqual([200, 200])
    expect((await app.call(auth.endSession, { params: { id: target._id } }, token)).status).toBe(404)
  })

  test('E2 exclude another user’s session, which answers like an unknown one', async () => {
    const [mine] = await sessions()
    const stranger = (await app.signUp()).tokens.accessToken
    const foreign = await app.call(auth.endSession, { params: { id: mine?._id ?? '' } }, stranger)
    const random = await app.call(auth.endSession, { params: { id: crypto.randomUUID() } }, stranger)
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...random.body, requestId: '' })
    expect(await me(token)).toBe(200)
  })

  test('can all be ended at once, except the current one', async () => {
    const others = [await signIn(), await signIn()]
    expect((await app.call(auth.endOthers, {}, token)).body.data).toEqual({ ended: 2 })
    for (const other of others)
      expect([await me(other.accessToken), await refresh(other.refreshToken)]).toEqual([401, 401])
    expect(await me(token)).toBe(200)
    expect(await sessions()).toHaveLength(1)
    expect((await app.call(auth.endOthers, {}, token)).body.data).toEqual({ ended: 0 })
  })

  test('are removed from the list after seven idle days', async () => {
    await signIn()
    clock += 7 * 24 * 3_600_000 + 1
    const { accessToken } = await signIn()
    expect((await app.call(auth.sessions, {}, accessToken)).body.data.sessions).toHaveLength(1)
  })
})

test('GET /users/{id} returns an account to its user and to administrators, and 404 to others', async () => {
  const get = (caller: string) => app.call(users.get, { params: { id } }, caller)
  const stranger = (await app.signUp()).tokens.accessToken
  admin = (await app.call(auth.login, { body: { username: 'admin', password: PASSWORD } })).body.data.tokens.accessToken
  expect((await get(token)).body.data.users).toMatchObject({ _id: id, id, username: name })
  expect((await get(admin)).body.data.users._id).toBe(id)
  const foreign = await get(stranger)
  const random = await app.call(users.get, { params: { id: crypto.randomUUID() } }, stranger)
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...random.body, requestId: '' })
  expect(foreign.body.error).toBe('No se pudo obtener el usuario')
})
