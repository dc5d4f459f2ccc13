import { agents } from '@atalaya/contract/agents'
import { type AuditEntry, audit } from '@atalaya/contract/audit'
import type { SignedIn } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuditRepo } from '#server/audit/audit.repo.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const FROM = '203.0.113.5'

let app: TestApp
let admin: SignedIn
let member: SignedIn
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('root')
  member = await app.signUp()
})
afterAll(() => app.close())

type AuditPage = { entries: AuditEntry[]; next: string | null }
const list = async (query: Record<string, string>): Promise<AuditPage> =>
  (await app.call(audit.list, { query }, admin.tokens.accessToken)).body.data

test('a search finds entries with all its words in any visible text', async () => {
  const call = { params: { id: member.user._id }, body: { role: 'admin' }, from: FROM }
  await app.call(users.setRole, call, admin.tokens.accessToken)
  const name = member.user.username.toUpperCase()
  const searchActions = async (query: string) => (await list({ query })).entries.map(({ action }) => action)
  expect(await searchActions(name)).toEqual(['user.role_changed', 'auth.login', 'auth.registered'])
  expect(await searchActions(`CHANGED ${name}`)).toEqual(['user.role_changed'])
  expect(await searchActions(`user admin ${FROM} ${name}`)).toEqual(['user.role_changed'])
  expect(await searchActions(`${name} nowhere`)).toEqual([])
  expect((await list({ query: name, action: 'auth.login' })).entries).toHaveLength(1)
  expect((await list({ query: '' })).entries.length).toBeGreaterThan(3)
})

test.each(['Küche', 'KUCHE', 'ku\u0308che'])('an entry about "Küche" is found by %j', async (query) => {
  const { agent } = (await app.call(agents.register, { body: { name: 'Küche' } }, member.tokens.accessToken)).body.data
  expect((await list({ query, limit: '1' })).entries).toMatchObject([{ target: { id: agent.agentId } }])
  await app.call(agents.remove, { params: { id: agent.agentId } }, member.tokens.accessToken)
})

test('the audit can be filtered by resource, and by changes, which exclude routine sign-ins', async () => {
  const { agent } = (await app.call(agents.register, { body: { name: 'box' } }, member.tokens.accessToken)).body.data
  const params = { id: agent.agentId }
  await app.call(agents.edit, { params, body: { name: 'crate' } }, member.tokens.accessToken)
  await app.signUp()
  const listActions = async (query: Record<string, string>) => (await list(query)).entries.map(({ action }) => action)
  expect((await listActions({})).slice(0, 4)).toEqual([
    'auth.login',
    'auth.registered',
    'agent.edited',
    'agent.registered',
  ])
  expect((await listActions({ about: 'changes' })).slice(0, 3)).toEqual([
    'auth.registered',
    'agent.edited',
    'agent.registered',
  ])
  expect(await listActions({ about: 'agent', limit: '1' })).toEqual(['agent.edited'])
  expect(await listActions({ about: 'agent', userId: agent.agentId })).toEqual(['agent.edited', 'agent.registered'])
  expect(await listActions({ about: 'agent', query: 'auth' })).toEqual([])
  await app.call(agents.remove, { params }, member.tokens.accessToken)
})

test.each([
  ['%', '100% sure'],
  ['_', 'a_b'],
  ['\\', 'a\\b'],
  ['"', 'say "hi"'],
])('%s is searched literally', async (letter, name) => {
  expect((await list({ query: letter })).entries).toEqual([])
  const { agent } = (await app.call(agents.register, { body: { name } }, member.tokens.accessToken)).body.data
  expect((await list({ query: letter })).entries).toMatchObject([{ target: { id: agent.agentId } }])
  await app.call(agents.remove, { params: { id: agent.agentId } }, member.tokens.accessToken)
  expect((await list({ query: letter, limit: '1' })).next).not.toBeNull()
})

test('a search reads 10,000 entries, and the next page continues after them', async () => {
  const at = Date.parse('2025-01-01T00:00:00Z')
  await app.withDatabase(async (db) => {
    const repo = createAuditRepo(db)
    const by = { userId: null, username: 'nobody', ip: '' }
    await repo.insert(at, { action: 'auth.login_failed', by, details: 'needle' })
    const needle = await db.selectFrom('audit').selectAll().where('details', '=', 'needle').executeTakeFirstOrThrow()
    const hex = (ms: number) => ms.toString(16).padStart(12, '0')
    // Copies of the row, each with its time at the beginning of its id. `repo.insert` would take seconds for them.
    const copies = Array.from({ length: 10_100 }, (_, n) => at + 1 + n).map((later) => ({
      ...needle,
      id: needle.id.replace(hex(at), hex(later)),
      at: later,
      details: '',
    }))
    for (let n = 0; n < copies.length; n += 1000) {
      await db
        .insertInto('audit')
        .values(copies.slice(n, n + 1000))
        .execute()
    }
  })
  const search = (query: Record<string, string>) => list({ query: 'needle', ...query })
  const first = await search({})
  expect(first).toMatchObject({ entries: [], next: expect.any(String) })
  expect(await search({ before: String(first.next) })).toMatchObject({ entries: [{ details: 'needle' }], next: null })
  expect(await search({ to: '2025-01-01T00:00:01.000Z' })).toMatchObject({ entries: [{ details: 'needle' }] })
})
