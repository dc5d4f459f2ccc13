import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guesses } from '#server/limits/limits.ts'
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

/** Does something while the clock is a day ahead; no job has looked after it when this returns. */
async function ahead<T>(work: () => Promise<T>): Promise<T> {
  clock = NOW + DAY_MS
  const result = await work()
  clock = NOW
  return result
}
const login = (password = PASSWORD) => app.call(auth.login, { body: { username: 'keeper', password } })

test('nobody was heard of, and no session was used, later than now', async () => {
  const { tokens } = await ahead(() => app.signUp('keeper'))
  const own = tokens.accessToken
  const { agent } = (await app.call(agents.register, { body: {} }, own)).body.data
  await app.withDatabase((db) =>
    db
      .updateTable('agents')
      .set({ last_seen: NOW + DAY_MS })
      .execute(),
  )
  const now = new Date(NOW).toISOString()
  const list = (await app.call(agents.list, {}, own)).body.data.agents
  const one = (await app.call(agents.get, { params: { id: agent.agentId } }, own)).body.data.agent
  expect([list[0].lastSeen, one.lastSeen]).toEqual([now, now])
  const { sessions } = (await app.call(auth.sessions, {}, own)).body.data
  expect(sessions).toMatchObject([{ createdAt: now, lastUsedAt: now }])
})

test('a lock lasts no longer for it, and wrong passwords still count', async () => {
  await app.signUp('keeper')
  await ahead(async () => {
    for (let tries = 0; tries < guesses.free; tries++) await login('wrong')
    expect((await login()).status).toBe(429)
  })
  expect((await login('wrong')).status).toBe(401)
  expect((await login()).status).toBe(429)
  clock += 2 * guesses.firstWaitMs
  expect((await login()).status).toBe(200)
})

test('a confirmation lasts no longer for it', async () => {
  await app.signUp('keeper')
  const { user } = await app.signUp()
  const token = await ahead(async () => {
    const { first } = await createQrFlow(app).signInBoth()
    const own = first.tokens.accessToken
    expect((await app.call(auth.confirm, { body: { password: PASSWORD } }, own)).status).toBe(200)
    return own
  })
  const setRole = () => app.call(users.setRole, { params: { id: user._id }, body: { role: 'user' } }, token)
  expect((await setRole()).body.code).toBe('reauth_required')
  await app.call(auth.confirm, { body: { password: PASSWORD } }, token)
  expect((await setRole()).status).toBe(200)
})
