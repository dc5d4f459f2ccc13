import type { SignedIn } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const ROUNDS = 30

let app: TestApp
/** The only administrator at the moment. */
let last: SignedIn
beforeAll(async () => {
  app = await createTestApp()
  last = await app.signUp()
})
afterAll(() => app.close())

const paramsOf = ({ user }: SignedIn) => ({ id: user._id })
const demote = (target: SignedIn, { tokens }: SignedIn) =>
  app.call(users.setRole, { params: paramsOf(target), body: { role: 'user' } }, tokens.accessToken)
const deactivate = (target: SignedIn, { tokens }: SignedIn) =>
  app.call(users.setStatus, { params: paramsOf(target), body: { isActive: false } }, tokens.accessToken)
const remove = (target: SignedIn, { tokens }: SignedIn) =>
  app.call(users.remove, { params: paramsOf(target) }, tokens.accessToken)

/** Signs up another administrator. */
async function appoint({ tokens }: SignedIn): Promise<SignedIn> {
  const rival = await app.signUp()
  await app.call(users.setRole, { params: paramsOf(rival), body: { role: 'admin' } }, tokens.accessToken)
  return rival
}

test.each([
  ['role', demote],
  ['status', deactivate],
  ['account', remove],
])(
  `E9 of two administrators who remove each other's %s at once, one stays (${ROUNDS} times)`,
  async (_what, removeFrom) => {
    for (let round = 0; round < ROUNDS; round++) {
      const rival = await appoint(last)
      const replies = await Promise.all([removeFrom(rival, last), removeFrom(last, rival)])
      const won = replies.map(({ status }) => status === 200)
      expect(won.filter(Boolean)).toHaveLength(1)
      last = won[0] ? last : rival
      const { status, body } = await app.call(users.list, {}, last.tokens.accessToken)
      expect(status).toBe(200)
      const active = body.data.users.filter(({ role, isActive }: typeof last.user) => role === 'admin' && isActive)
      expect(active).toHaveLength(1)
    }
  },
)
