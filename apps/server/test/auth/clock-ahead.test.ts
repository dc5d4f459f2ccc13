import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ACCESS_TOKEN_MS, CLOCK_SKEW_MAX_MS, guesses, REFRESH_IDLE_MS, SESSION_MS } from '#server/limits/limits.ts'
import { runHousekeepingAt } from '#test/support/housekeeping.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const DAY_MS = 24 * 3_600_000

let clock: number
let app: TestApp
beforeEach(async () => {
  clock = NOW
  app = await createTestApp({ now: () => clock })
})
afterEach(() => app.close())

/** Runs `work` while the clock is a day ahead. No job corrects the times that it wrote. */
async function whileAhead<T>(work: () => Promise<T>): Promise<T> {
  clock = NOW + DAY_MS
  const result = await work()
  clock = NOW
  return result
}
const login = (password = PASSWORD) => app.call(auth.login, { body: { username: 'admin', password } })

test('after the clock ran ahead, no last contact and no use of a session is in the future', async () => {
  const { tokens } = await whileAhead(() => app.signUp('admin'))
  const accessToken = tokens.accessToken
  const { agent } = (await app.call(agents.register, { body: {} }, accessToken)).body.data
  await app.withDatabase((db) =>
    db
      .updateTable('agents')
      .set({ last_seen: NOW + DAY_MS })
      .execute(),
  )
  const now = new Date(NOW).toISOString()
  const list = (await app.call(agents.list, {}, accessToken)).body.data.agents
  const detail = (await app.call(agents.get, { params: { id: agent.agentId } }, accessToken)).body.data.agent
  expect([list[0].lastSeen, detail.lastSeen]).toEqual([now, now])
  const { sessions } = (await app.call(auth.sessions, {}, accessToken)).body.data
  expect(sessions).toMatchObject([{ createdAt: now, lastUsedAt: now }])
})

test('a lock set while the clock ran ahead is void, and wrong passwords still count', async () => {
  const accessToken = (await app.signUp('admin')).tokens.accessToken
  await whileAhead(async () => {
    for (let tries = 0; tries < guesses.free; tries++) await login('wrong')
    expect((await login()).status).toBe(429)
  })
  expect((await app.call(users.locks, {}, accessToken)).body.data.locks).toEqual([])
  expect((await login('wrong')).status).toBe(401)
  expect((await login()).status).toBe(429)
  expect((await app.call(users.locks, {}, accessToken)).body.data.locks).toHaveLength(1)
  clock += 2 * guesses.firstWaitMs
  expect((await login()).status).toBe(200)
})

test('a confirmation made while the clock ran ahead is void', async () => {
  await app.signUp('admin')
  const { user } = await app.signUp()
  const token = await whileAhead(async () => {
    const { sessionA } = await createQrFlow(app).signInBoth()
    const accessToken = sessionA.tokens.accessToken
    expect((await app.call(auth.confirm, { body: { password: PASSWORD } }, accessToken)).status).toBe(200)
    return accessToken
  })
  const setRole = () => app.call(users.setRole, { params: { id: user._id }, body: { role: 'user' } }, token)
  expect((await setRole()).body.code).toBe('reauth_required')
  await app.call(auth.confirm, { body: { password: PASSWORD } }, token)
  expect((await setRole()).status).toBe(200)
})

test('the sweep limits times that were written while the clock ran ahead', async () => {
  const { tokens } = await whileAhead(() => app.signUp('admin'))
  await app.call(agents.register, { body: {} }, tokens.accessToken)
  await app.withDatabase(async (db) => {
    const later = { last_seen: NOW + DAY_MS }
    await db.updateTable('agents').set(later).execute()
    await runHousekeepingAt(db, NOW)
    const at = NOW + CLOCK_SKEW_MAX_MS
    const [session] = await db.selectFrom('sessions').select(['last_used_at', 'expires_at']).execute()
    const [access] = await db.selectFrom('access_tokens').select('expires_at').execute()
    const [refresh] = await db.selectFrom('refresh_tokens').select('expires_at').execute()
    const [agent] = await db.selectFrom('agents').select('last_seen').execute()
    expect(session).toEqual({ last_used_at: at, expires_at: at + SESSION_MS })
    expect([access, refresh]).toEqual([{ expires_at: at + ACCESS_TOKEN_MS }, { expires_at: at + REFRESH_IDLE_MS }])
    expect(agent).toEqual({ last_seen: at })
  })
})
