import { auth, type SignedIn } from '@atalaya/contract/auth'
import { type User, users } from '@atalaya/contract/users'
import { openEvents } from '@atalaya/testbed/event-stream'
import { PASSWORD, someone } from '@atalaya/testbed/people'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inStoppedTime } from '#test/support/stopped-time.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let address: string
let admin: SignedIn
let adminToken: string
let member: SignedIn
beforeAll(async () => {
  app = await createTestApp()
  address = await app.listen()
  admin = await app.signUp('admin')
  adminToken = admin.tokens.accessToken
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.signUp()
})

const paramsOf = ({ user }: SignedIn) => ({ id: user._id })
const meStatus = async ({ tokens }: SignedIn) => (await app.call(auth.me, {}, tokens.accessToken)).status
const refreshStatus = async ({ tokens }: SignedIn) =>
  (await app.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })).status
const find = async (id: string): Promise<User | undefined> =>
  (await app.call(users.list, {}, adminToken)).body.data.users.find((user: User) => user._id === id)

describe('the list', () => {
  test('shows administrators all accounts by e-mail, without secrets', async () => {
    await app.signUp('aaa')
    const reply = await app.call(users.list, {}, adminToken)
    const emails = reply.body.data.users.map((user: User) => user.email)
    expect(emails[0]).toBe('aaa@example.org')
    expect(emails).toEqual(emails.toSorted())
    expect(Object.keys(reply.body.data.users[0]).sort()).toEqual(
      ['_id', 'birthday', 'email', 'id', 'isActive', 'lastLogin', 'name', 'role', 'surname', 'username'].sort(),
    )
    expect(reply.reply.body).not.toMatch(/argon2|hash|token|secret|epoch/i)
  })

  test('E11 is refused to users', async () => {
    expect((await app.call(users.list, {}, member.tokens.accessToken)).status).toBe(403)
  })
})

describe('editing', () => {
  test('changes the given fields, and returns the new state', async () => {
    const body = { name: 'Grace', surname: 'Hopper' }
    const reply = await app.call(users.edit, { params: paramsOf(member), body }, adminToken)
    expect(reply.body.data.user).toEqual({ ...(await find(member.user._id)), ...body })
    expect(await meStatus(member)).toBe(200)
    expect(
      (await app.call(users.edit, { params: paramsOf(member), body: {} }, adminToken)).body.data.user,
    ).toMatchObject(body)
  })

  test('C18 a new e-mail ends all sessions of the account', async () => {
    const email = `new-${member.user.email}`
    expect((await app.call(users.edit, { params: paramsOf(member), body: { email } }, adminToken)).status).toBe(200)
    expect([await meStatus(member), await refreshStatus(member)]).toEqual([401, 401])
  })

  test("an administrator's own new e-mail ends all other sessions of the account", async () => {
    const boss = await app.signUp()
    await app.call(users.setRole, { params: paramsOf(boss), body: { role: 'admin' } }, adminToken)
    const credentials = { username: boss.user.username, password: PASSWORD }
    const elsewhere: SignedIn = (await app.call(auth.login, { body: credentials })).body.data
    const body = { email: `new-${boss.user.email}` }
    expect((await app.call(users.edit, { params: paramsOf(boss), body }, boss.tokens.accessToken)).status).toBe(200)
    expect([await meStatus(boss), await meStatus(elsewhere), await meStatus(admin)]).toEqual([200, 401, 200])
    expect([await refreshStatus(boss), await refreshStatus(elsewhere)]).toEqual([200, 401])
    await app.call(users.remove, { params: paramsOf(boss) }, adminToken)
  })

  test('refuses an e-mail that is taken, ignoring case', async () => {
    const body = { email: 'ADMIN@example.org' }
    const reply = await app.call(users.edit, { params: paramsOf(member), body }, adminToken)
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ code: 'users.taken', errors: [{ path: 'email' }] })
  })

  test.each(['role', 'isActive', '_id', 'username', 'password', 'passwordHash', 'password_hash', 'epoch', 'user'])(
    'E7 refuses the field %s',
    async (field) => {
      const body = { name: 'Eve', [field]: field === 'role' ? 'admin' : 1 }
      const before = await find(member.user._id)
      expect((await app.call(users.edit, { params: paramsOf(member), body }, adminToken)).status).toBe(400)
      expect(await find(member.user._id)).toEqual(before)
    },
  )

  test('E7 a registration ignores a given role', async () => {
    const fields = someone({ role: 'admin', isActive: false, _id: 'mine', epoch: 9 })
    const { user } = (await app.call(auth.register, { body: fields, from: '192.0.2.1' })).body.data
    expect(user).toMatchObject({ role: 'user', isActive: true })
    expect(user._id).not.toBe('mine')
  })
})

describe('the role', () => {
  test.each([['ADMIN'], ['admin '], ['nonadmin'], [['admin']], [{}], [null], [1]])(
    'E8 %j is refused as a role',
    async (role) => {
      const reply = await app.call(users.setRole, { params: paramsOf(member), body: { role } }, adminToken)
      expect(reply.status).toBe(400)
      expect(reply.body.errors[0].path).toBe('role')
    },
  )

  test('C17 applies from the next request on, both ways, and to live events', async () => {
    const setRole = (role: string) => app.call(users.setRole, { params: paramsOf(member), body: { role } }, adminToken)
    const list = async () => (await app.call(users.list, {}, member.tokens.accessToken)).status
    expect(await list()).toBe(403)
    expect((await setRole('admin')).body.data.user.role).toBe('admin')
    expect(await list()).toBe(200)

    const asAdmin = await openEvents(address, member.tokens.accessToken)
    const witness = await openEvents(address, adminToken)
    await setRole('user')
    expect(await list()).toBe(403)
    await asAdmin.ended
    const asUser = await openEvents(address, member.tokens.accessToken)
    const other = await app.signUp()
    await expect.poll(() => witness.ofType('user.updated').some(({ data }) => data._id === other.user._id)).toBe(true)
    for (const stream of [asAdmin, asUser]) {
      expect(stream.ofType('user.updated').filter(({ data }) => data._id === other.user._id)).toEqual([])
    }
    await Promise.all([asUser.close(), witness.close()])
  })
})

describe('the status', () => {
  test('C16 deactivation ends requests, refresh and streams at once, and prevents sign-ins', async () => {
    const stream = await openEvents(address, member.tokens.accessToken)
    const setStatus = (isActive: boolean) =>
      app.call(users.setStatus, { params: paramsOf(member), body: { isActive } }, adminToken)
    expect((await setStatus(false)).body.data.user.isActive).toBe(false)
    await stream.ended
    expect([await meStatus(member), await refreshStatus(member)]).toEqual([401, 401])
    const login = () => app.call(auth.login, { body: { username: member.user.username, password: PASSWORD } })
    expect((await login()).status).toBe(401)
    expect((await setStatus(true)).status).toBe(200)
    expect([await meStatus(member), await refreshStatus(member)]).toEqual([401, 401])
    expect((await login()).status).toBe(200)
  })

  test('set to the same value ends no session', async () => {
    await app.call(users.setStatus, { params: paramsOf(member), body: { isActive: true } }, adminToken)
    expect(await meStatus(member)).toBe(200)
  })
})

describe('ending all sessions', () => {
  test('C14 covers ten sessions and their streams', async () => {
    const credentials = { username: member.user.username, password: PASSWORD }
    const opened: SignedIn[] = [member]
    for (let n = 0; n < 9; n++) opened.push((await app.call(auth.login, { body: credentials })).body.data)
    const streams = await Promise.all(opened.map(({ tokens }) => openEvents(address, tokens.accessToken)))
    // Streams end by messages, not by a timeout.
    await inStoppedTime(async () => {
      expect((await app.call(users.logoutAll, { params: paramsOf(member) }, adminToken)).status).toBe(200)
      await Promise.all(streams.map((stream) => stream.ended))
    })
    for (const session of opened) expect([await meStatus(session), await refreshStatus(session)]).toEqual([401, 401])
  })

  test('C15 also ends a session that began in the same second', async () => {
    const frozen = Date.parse('2026-01-01T12:00:00Z')
    const frozenApp = await createTestApp({ now: () => frozen })
    try {
      const boss = await frozenApp.signUp()
      const { user, tokens } = await frozenApp.signUp()
      await frozenApp.call(users.logoutAll, { params: { id: user._id } }, boss.tokens.accessToken)
      expect((await frozenApp.call(auth.me, {}, tokens.accessToken)).status).toBe(401)
      const again = await frozenApp.call(auth.login, { body: { username: user.username, password: PASSWORD } })
      expect((await frozenApp.call(auth.me, {}, again.body.data.tokens.accessToken)).status).toBe(200)
    } finally {
      await frozenApp.close()
    }
  })
})

describe('deleting', () => {
  test('C19 ends the account, and its name can be used for a new one', async () => {
    const stream = await openEvents(address, member.tokens.accessToken)
    const witness = await openEvents(address, adminToken)
    expect((await app.call(users.remove, { params: paramsOf(member) }, adminToken)).status).toBe(200)
    await stream.ended
    expect([await meStatus(member), await refreshStatus(member)]).toEqual([401, 401])
    expect(await find(member.user._id)).toBeUndefined()
    await expect.poll(() => witness.ofType('user.deleted')).toEqual([{ type: 'user.deleted', data: idOnly() }])
    await witness.close()

    const again = await app.signUp(member.user.username)
    expect(again.user._id).not.toBe(member.user._id)
    expect((await app.call(auth.sessions, {}, again.tokens.accessToken)).body.data.sessions).toHaveLength(1)
    expect((await app.call(users.remove, { params: paramsOf(member) }, adminToken)).status).toBe(404)
  })
  const idOnly = () => ({ _id: member.user._id })
})

test('E5 changes are sent only to administrators and the changed account', async () => {
  const stranger = await app.signUp()
  const [toAdmin, toMember, toStranger] = await Promise.all(
    [adminToken, member.tokens.accessToken, stranger.tokens.accessToken].map((token) => openEvents(address, token)),
  )
  await app.call(users.edit, { params: paramsOf(member), body: { name: 'Grace' } }, adminToken)
  await app.call(users.edit, { params: paramsOf(stranger), body: { name: 'Last' } }, adminToken)
  await expect.poll(() => toStranger?.ofType('user.updated')).toHaveLength(1)
  const names = (stream: typeof toAdmin) => stream?.ofType('user.updated').map(({ data }) => data.name)
  await expect.poll(() => names(toAdmin)).toEqual(['Grace', 'Last'])
  expect(names(toMember)).toEqual(['Grace'])
  expect(names(toStranger)).toEqual(['Last'])
  await Promise.all([toAdmin, toMember, toStranger].map((stream) => stream?.close()))
})

describe('E9 the last active administrator', () => {
  test.each([
    ['demoted', () => app.call(users.setRole, { params: paramsOf(admin), body: { role: 'user' } }, adminToken)],
    [
      'deactivated',
      () => app.call(users.setStatus, { params: paramsOf(admin), body: { isActive: false } }, adminToken),
    ],
    ['deleted', () => app.call(users.remove, { params: paramsOf(admin) }, adminToken)],
  ])('can not be %s', async (_how, attempt) => {
    const reply = await attempt()
    expect(reply.status).toBe(409)
    expect(reply.body.code).toBe('users.last_admin')
    expect(await meStatus(admin)).toBe(200)
    expect((await find(admin.user._id))?.role).toBe('admin')
  })
})
