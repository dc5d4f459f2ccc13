import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guesses } from '#server/limits/limits.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let address: string
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  address = await app.listen()
  admin = (await app.signUp('admin')).tokens.accessToken
})
afterAll(() => app.close())

type Entry = { action: string; details: string | null; subject: unknown; actor: unknown }

/** Audit entries of an account after its registration, oldest first. */
async function auditOf(userId: string): Promise<string[]> {
  const { entries } = (await app.call(audit.list, { query: { userId } }, admin)).body.data
  const recorded = entries.map(({ action, details }: Entry) => (details ? `${action}: ${details}` : action))
  return recorded.reverse().slice(1)
}

test('a change of an account is recorded once, and a repeated value is not recorded', async () => {
  const { user } = await app.signUp()
  const params = { id: user._id }
  const setRole = (role: string) => app.call(users.setRole, { params, body: { role } }, admin)
  const setStatus = (isActive: boolean) => app.call(users.setStatus, { params, body: { isActive } }, admin)
  for (const role of ['user', 'admin', 'admin', 'user']) expect((await setRole(role)).status).toBe(200)
  for (const isActive of [true, false, false, true]) expect((await setStatus(isActive)).status).toBe(200)
  for (const name of [user.name, 'Grace', 'Grace']) {
    expect((await app.call(users.edit, { params, body: { name } }, admin)).status).toBe(200)
  }
  await app.call(users.logoutAll, { params }, admin)
  await app.call(users.resetPassword, { params, body: { password: 'gq7zv1' } }, admin)
  await app.call(users.unlock, { params }, admin)
  for (let tries = 0; tries < guesses.free; tries++) {
    await app.call(auth.login, { body: { username: user.username, password: 'wrong' } })
  }
  for (const _twice of [1, 2]) await app.call(users.unlock, { params }, admin)
  await app.call(users.remove, { params }, admin)
  const recorded = await auditOf(user._id)
  expect(recorded.filter((entry) => !entry.startsWith('auth.'))).toEqual([
    ...['user.role_changed: user → admin', 'user.role_changed: admin → user'],
    ...['user.deactivated', 'user.activated', 'user.edited: name'],
    ...['user.sessions_ended', 'user.password_reset', 'user.unlocked', 'user.deleted'],
  ])
})

test('setting the same role ends no stream, and setting a temporary password does', async () => {
  const { user, tokens } = await app.signUp()
  const params = { id: user._id }
  const stream = await openEvents(address, tokens.accessToken)
  let isOver = false
  void stream.ended.then(() => {
    isOver = true
  })
  await app.call(users.setRole, { params, body: { role: 'user' } }, admin)
  // This event comes after the one that would have ended the stream.
  await app.call(users.edit, { params, body: { name: 'Grace' } }, admin)
  await expect.poll(() => stream.ofType('user.updated').some(({ data }) => data.name === 'Grace')).toBe(true)
  expect(isOver).toBe(false)
  await app.call(users.resetPassword, { params, body: { password: 'gq7zv1' } }, admin)
  await stream.ended
})
