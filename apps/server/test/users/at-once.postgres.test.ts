import type { SignedIn } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUsersRepo } from '#server/users/users.repo.ts'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let first: SignedIn
let second: SignedIn
beforeAll(async () => {
  app = await createTestApp()
  first = await app.signUp()
  second = await app.signUp()
  await setRole(second, 'admin', first)
})
afterAll(() => app.close())

const setRole = ({ user }: SignedIn, role: 'admin' | 'user', { tokens }: SignedIn) =>
  app.call(users.setRole, { params: { id: user._id }, body: { role } }, tokens.accessToken)

test('of two administrators who step down at once, the second must stay', async () => {
  const [reply] = await queueAtLock(
    app,
    async (tx) => {
      const repo = createUsersRepo(tx)
      await repo.lockAdmins()
      await repo.update(first.user._id, { role: 'user' })
    },
    [() => setRole(second, 'user', second)],
  )
  expect(reply?.status).toBe(409)
  const listed = (await app.call(users.list, {}, second.tokens.accessToken)).body.data.users
  const admins = listed.filter(({ role }: typeof first.user) => role === 'admin')
  expect(admins).toMatchObject([{ _id: second.user._id }])
})
