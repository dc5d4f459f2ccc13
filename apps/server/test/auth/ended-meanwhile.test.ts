import { auth, type SignedIn } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let admin: SignedIn
beforeAll(async () => {
  it = await createTestApp()
  admin = await it.signUp('admin')
})
afterAll(() => it.close())

test('C14 a session that is ended while it ends all others stays ended', async () => {
  const { user, tokens } = await it.signUp('robbed')
  const endOthers = () => it.call(auth.endOthers, {}, tokens.accessToken)
  const endAll = () => it.call(users.logoutAll, { params: { id: user._id } }, admin.tokens.accessToken)
  // The end of all sessions comes third, between the other calls.
  const replies = await Promise.all([
    endOthers(),
    endOthers(),
    endAll(),
    endOthers(),
    endOthers(),
    endOthers(),
    endOthers(),
    endOthers(),
  ])
  expect(replies[2]?.status).toBe(200)
  expect((await it.call(auth.me, {}, tokens.accessToken)).status).toBe(401)
})
