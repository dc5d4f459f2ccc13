import { agents } from '@atalaya/contract/agents'
import { type AuditEntry, audit } from '@atalaya/contract/audit'
import { auth, type SignedIn } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { BROWSER, PASSWORD, someone } from '@atalaya/testbed/people'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newToken } from '#server/sessions/tokens.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const FROM = '203.0.113.5'
const TOKEN = /\b[a-z]{2}_[\w-]{43}/

let clock: number
let app: TestApp
let admin: SignedIn
let member: SignedIn
beforeAll(async () => {
  clock = Date.parse('2026-01-01T12:00:00Z')
  app = await createTestApp({ now: () => clock })
  admin = await app.signUp('admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  clock += 1000
  member = await app.signUp()
  clock += 1000
})

const list = async (query: Record<string, string> = {}) =>
  (await app.call(audit.list, { query }, admin.tokens.accessToken)).body.data as {
    entries: AuditEntry[]
    next: string | null
  }
/** Entries recorded at the current time of the test's clock. */
const entriesOfNow = async () => {
  const { entries } = await list()
  return entries.filter(({ at }) => at === new Date(clock).toISOString())
}
const asMember = (route: Parameters<TestApp['call']>[0], body?: unknown) =>
  app.call(route, { body, from: FROM }, member.tokens.accessToken)
const asAdmin = (route: Parameters<TestApp['call']>[0], body?: unknown) =>
  app.call(route, { params: { id: member.user._id }, body, from: FROM }, admin.tokens.accessToken)
const login = (password: string, headers = {}) =>
  app.call(auth.login, { body: { username: member.user.username, password }, headers, from: FROM })

describe('J6 each action adds one audit entry', () => {
  const byMember = () => ({ actor: { id: member.user._id, name: member.user.username }, target: null, ip: FROM })
  const byAdmin = () => ({
    actor: { id: admin.user._id, name: 'admin' },
    target: { id: member.user._id, name: member.user.username },
    ip: FROM,
  })
  const newPassword = 'a garden at night'

  test.each<[string, () => Promise<unknown>, string]>([
    ['auth.login', () => login(PASSWORD), ''],
    ['auth.login_failed', () => login('wrong'), ''],
    ['auth.logout', () => asMember(auth.logout, { refreshToken: member.tokens.refreshToken }), ''],
    ['auth.profile_edited', () => asMember(auth.editMe, { name: 'Grace', surname: 'Lovelace' }), 'name'],
    ['auth.password_changed', () => asMember(auth.changePassword, { currentPassword: PASSWORD, newPassword }), ''],
    ['auth.password_change_failed', () => asMember(auth.changePassword, { currentPassword: 'wrong', newPassword }), ''],
    ['auth.confirmed', () => asMember(auth.confirm, { password: PASSWORD }), ''],
    ['auth.confirm_failed', () => asMember(auth.confirm, { password: 'wrong' }), ''],
    ['auth.sessions_ended', () => asMember(auth.endOthers), ''],
  ])('%s', async (action, act, details) => {
    await act()
    expect(await entriesOfNow()).toEqual([expect.objectContaining({ action, details, ...byMember() })])
  })

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'user.edited',
      () => asAdmin(users.edit, { name: 'Grace', email: `${member.user.username}@new.org` }),
      'email, name',
    ],
    ['user.deactivated', () => asAdmin(users.setStatus, { isActive: false }), ''],
    ['user.role_changed', () => asAdmin(users.setRole, { role: 'admin' }), 'user → admin'],
    ['user.sessions_ended', () => asAdmin(users.logoutAll), ''],
    ['user.password_reset', () => asAdmin(users.resetPassword, { password: 'gq7zv1' }), ''],
    ['user.deleted', () => asAdmin(users.remove), ''],
  ])('%s', async (action, act, details) => {
    await act()
    expect(await entriesOfNow()).toEqual([expect.objectContaining({ action, details, ...byAdmin() })])
  })

  test('registering, editing, renewing and deleting an agent add one entry each', async () => {
    const { agent } = (await asMember(agents.register, { name: 'attic' })).body.data
    const call = (route: Parameters<TestApp['call']>[0], body?: unknown) =>
      app.call(route, { params: { id: agent.agentId }, body, from: FROM }, member.tokens.accessToken)
    await call(agents.edit, { name: 'cellar' })
    await call(agents.renewToken)
    await call(agents.remove)
    const target = (name: string) => ({ ...byMember(), target: { id: agent.agentId, name } })
    expect(await entriesOfNow()).toEqual([
      expect.objectContaining({ action: 'agent.deleted', ...target('cellar') }),
      expect.objectContaining({ action: 'agent.token_renewed', ...target('cellar') }),
      expect.objectContaining({ action: 'agent.edited', ...target('attic') }),
      expect.objectContaining({ action: 'agent.registered', ...target('attic') }),
    ])
  })

  test('user.activated', async () => {
    await asAdmin(users.setStatus, { isActive: false })
    clock += 1000
    await asAdmin(users.setStatus, { isActive: true })
    expect(await entriesOfNow()).toEqual([expect.objectContaining({ action: 'user.activated', ...byAdmin() })])
  })

  test('auth.registered', async () => {
    const reply = await app.call(auth.register, { body: someone({ username: 'newcomer' }), from: FROM })
    const actor = { id: reply.body.data.user._id, name: 'newcomer' }
    expect(await entriesOfNow()).toEqual([expect.objectContaining({ action: 'auth.registered', actor, ip: FROM })])
  })

  test('auth.session_ended', async () => {
    const other = (await login(PASSWORD)).body.data.tokens.accessToken
    const sessions = (await app.call(auth.sessions, {}, other)).body.data.sessions
    clock += 1000
    const { _id: id } = sessions.find((session: { current: boolean }) => session.current)
    await app.call(auth.endSession, { params: { id }, from: FROM }, member.tokens.accessToken)
    expect(await entriesOfNow()).toEqual([expect.objectContaining({ action: 'auth.session_ended', ...byMember() })])
  })

  test('C4 auth.refresh_reuse', async () => {
    const refresh = (refreshToken: string) => app.call(auth.refresh, { body: { refreshToken }, from: FROM })
    await refresh(member.tokens.refreshToken)
    // After the 30 s in which a used refresh token is accepted once more.
    clock += 31_000
    await refresh(member.tokens.refreshToken)
    await refresh(member.tokens.refreshToken)
    expect(await entriesOfNow()).toEqual([expect.objectContaining({ action: 'auth.refresh_reuse', ...byMember() })])
  })

  test('C12 auth.refresh_unbound: a refresh without its cookie is refused, and the session continues', async () => {
    const first = await login(PASSWORD, BROWSER)
    clock += 1000
    const { refreshToken, accessToken } = first.body.data.tokens
    expect((await app.call(auth.refresh, { body: { refreshToken }, from: FROM })).status).toBe(401)
    expect(await entriesOfNow()).toEqual([expect.objectContaining({ action: 'auth.refresh_unbound', ...byMember() })])
    expect((await app.call(auth.me, {}, accessToken)).status).toBe(200)
  })

  test('auth.qr_approved and auth.qr_login', async () => {
    const flow = createQrFlow(app)
    await flow.signInBoth()
    const actor = { id: admin.user._id, name: 'admin' }
    expect(await entriesOfNow()).toEqual([
      expect.objectContaining({ action: 'auth.qr_login', actor, ip: flow.network }),
      expect.objectContaining({ action: 'auth.qr_approved', actor, ip: flow.network, details: `for ${flow.network}` }),
    ])
  })

  test('an unchanged value or a refused call adds no entry', async () => {
    await asAdmin(users.setRole, { role: 'user' })
    await asAdmin(users.setStatus, { isActive: true })
    await asAdmin(users.edit, { name: 'Ada' })
    await asAdmin(users.edit, { email: 'admin@example.org' })
    await asMember(users.setRole, { role: 'admin' })
    expect(await entriesOfNow()).toEqual([])
  })

  test('J5 the entries contain no password, no token and no name of an unknown account', async () => {
    const canary = 'canary-in-the-mine'
    await app.call(auth.login, { body: { username: canary, password: canary }, from: FROM })
    await login(canary)
    await asMember(auth.changePassword, { currentPassword: canary, newPassword: `${canary}!` })
    const all = JSON.stringify(await entriesOfNow())
    expect(all).toContain('unknown account')
    expect(all).not.toContain(canary)
    // All kinds of tokens have the form of this one: two letters before 43 characters.
    expect(newToken('at')).toMatch(TOKEN)
    expect(all).not.toMatch(TOKEN)
  })
})

describe('the audit list', () => {
  test('has pages from new to old, without a gap or a repetition', async () => {
    const all = (await list({ limit: '100' })).entries.map((entry) => entry._id)
    expect(all.length).toBeGreaterThan(20)
    const paged: string[] = []
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: '7', ...(before && { before }) })
      expect(page.entries.length).toBeLessThanOrEqual(7)
      paged.push(...page.entries.map((entry) => entry._id))
      before = page.next
    } while (before !== null && paged.length < all.length)
    expect(paged.slice(0, all.length)).toEqual(all)
    expect(all.toSorted().reverse()).toEqual(all)
  })

  test('can be filtered by action, and by account as actor or target', async () => {
    await asAdmin(users.setRole, { role: 'admin' })
    const roles = await list({ action: 'user.role_changed' })
    expect(new Set(roles.entries.map(({ action }) => action))).toEqual(new Set(['user.role_changed']))
    const about = await list({ userId: member.user._id })
    expect(about.entries.map(({ action }) => action)).toEqual(['user.role_changed', 'auth.login', 'auth.registered'])
  })

  test('of one account has pages with what the account did and what was done to it', async () => {
    const query = { userId: member.user._id }
    for (const role of ['admin', 'user'] as const) {
      await asAdmin(users.setRole, { role })
      await login(PASSWORD)
    }
    const all = (await list({ ...query, limit: '100' })).entries.map(({ _id }) => _id)
    const paged: string[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list({ ...query, limit: '2', ...(before && { before }) })
      paged.push(...page.entries.map(({ _id }) => _id))
      before = page.next
    }
    expect(paged).toEqual(all)
    expect(all.length).toBeGreaterThan(4)
  })

  test('can be filtered by time, including its beginning and excluding its end', async () => {
    const isoOf = (ms: number) => new Date(ms).toISOString()
    const began = clock
    await login('wrong')
    clock += 1
    await login('wrong')
    clock += 1
    await login('wrong')
    const times = async (query: Record<string, string>) =>
      (await list({ userId: member.user._id, ...query })).entries.map((entry) => Date.parse(entry.at))
    const failures = async (query: Record<string, string>) =>
      (await list({ action: 'auth.login_failed', ...query })).entries.map((entry) => Date.parse(entry.at))
    expect(await failures({ from: isoOf(began + 1) })).toEqual([began + 2, began + 1])
    expect(await failures({ from: isoOf(began), to: isoOf(began + 2) })).toEqual([began + 1, began])
    expect(await times({ from: isoOf(began + 1) })).toEqual([began + 2, began + 1])
    expect(await failures({ from: isoOf(began + 2), to: isoOf(began + 2) })).toEqual([])
  })

  test.each<Record<string, string>>([
    { limit: '1e9' },
    { limit: '0' },
    { limit: '-1' },
    { limit: 'NaN' },
    { limit: '101' },
    { action: 'x' },
    { from: 'yesterday' },
    { to: '2026-01-01' },
    { query: 'x'.repeat(201) },
  ])('J1 refuses %j', async (query) => {
    const reply = await app.call(audit.list, { query }, admin.tokens.accessToken)
    expect(reply.status).toBe(400)
  })
})
