import { agents } from '@atalaya/contract/agents'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AGENTS_MAX, registrations } from '#server/agents/agent-limits.ts'
import { insertAgents } from '#test/support/insert-agents.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let clock: number
let app: TestApp
let admin: string
let member: string
let memberId: string
beforeEach(async () => {
  clock = Date.parse('2026-01-01T12:00:00Z')
  app = await createTestApp({ now: () => clock })
  admin = (await app.signUp('admin')).tokens.accessToken
  const { tokens, user } = await app.signUp('member')
  member = tokens.accessToken
  memberId = user._id
})
afterEach(() => app.close())

const register = (token: string) => app.call(agents.register, {}, token)

test('registrations within an hour are limited for members, and not for administrators', async () => {
  for (let at = 0; at < registrations.max; at++) expect((await register(member)).status).toBe(200)
  const refused = await register(member)
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    ...[429, 'agents.too_many_registrations', '3600'],
  ])
  for (let at = 0; at <= registrations.max; at++) expect((await register(admin)).status).toBe(200)
})

test('the number of a member’s agents is limited, and a removal makes room', async () => {
  await app.withDatabase(async (db) => {
    const ids = Array.from({ length: AGENTS_MAX - 1 }, (_, n) => `agent-${n}`)
    const fleet = ids.map((id) => ({ id, ownerId: memberId, name: null, tags: [], tokenHash: '', now: clock }))
    await insertAgents(db, fleet)
  })
  const last = await register(member)
  expect(last.status).toBe(200)
  const refused = await register(member)
  expect([refused.status, refused.body.code]).toEqual([409, 'agents.too_many'])
  expect(refused.body.error).toContain('1000 agents')
  const params = { id: last.body.data.agent.agentId }
  expect((await app.call(agents.remove, { params }, member)).status).toBe(200)
  expect((await register(member)).status).toBe(200)
})
