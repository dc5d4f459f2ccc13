import { auth, type SignedIn } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askRoutes } from '#test/support/ask-routes.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const TEMPORARY = 'gq7zv1'
const ALLOWED_CALLS = ['GET /auth/me', 'POST /auth/password']

let app: TestApp
let address: string
let admin: SignedIn
let member: SignedIn
beforeAll(async () => {
  app = await createTestApp()
  address = await app.listen()
  admin = await app.signUp('admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.signUp()
  await reset(TEMPORARY)
})

const reset = (password: string) =>
  app.call(users.resetPassword, { params: { id: member.user._id }, body: { password } }, admin.tokens.accessToken)
async function signIn(): Promise<string> {
  const body = { username: member.user.username, password: TEMPORARY }
  return (await app.call(auth.login, { body })).body.data.tokens.accessToken
}
const changePassword = (token: string) =>
  app.call(auth.changePassword, { body: { currentPassword: TEMPORARY, newPassword: PASSWORD } }, token)

test('a temporary password allows only reading the user’s own account and changing the password', async () => {
  const token = await signIn()
  const withoutToken = await askRoutes(app, address)
  const answers = [...(await askRoutes(app, address, token))]
  // Calls of agents accept no tokens of people.
  const isForPeople = (route: string, status: number) => withoutToken.get(route)?.status === 401 && status !== 401
  const working = answers.filter(
    ([route, { status, code }]) => isForPeople(route, status) && code !== 'password_change_required',
  )
  expect(working.map(([route]) => route).sort()).toEqual(ALLOWED_CALLS)
  expect((await app.call(auth.me, {}, token)).body.data).toMatchObject({ mustChangePassword: true })
})

test('all calls work once a temporary password is changed, and signing out works before', async () => {
  const token = await signIn()
  expect((await app.call(auth.sessions, {}, token)).status).toBe(403)
  expect((await changePassword(token)).status).toBe(200)
  expect((await app.call(auth.sessions, {}, token)).status).toBe(200)

  await reset(TEMPORARY)
  const body = { username: member.user.username, password: TEMPORARY }
  const { tokens } = (await app.call(auth.login, { body })).body.data
  const renewed = (await app.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })).body.data
  expect((await app.call(auth.sessions, {}, renewed.accessToken)).body.code).toBe('password_change_required')
  expect((await app.call(auth.logout, { body: { refreshToken: renewed.refreshToken } })).status).toBe(200)
  expect((await app.call(auth.me, {}, renewed.accessToken)).status).toBe(401)
})

test('sessions from a QR code approved with a temporary password are refused until it is changed', async () => {
  const flow = createQrFlow(app)
  const code = await flow.generate()
  await flow.scan(code)
  const deviceB = (await flow.approve(code, { username: member.user.username, password: TEMPORARY })).body.data
  const deviceA = (await flow.poll(code)).body.data
  const statuses = async () =>
    Promise.all([deviceB, deviceA].map(({ tokens }) => app.call(auth.sessions, {}, tokens.accessToken)))
  expect((await statuses()).map(({ body }) => body.code)).toEqual(Array(2).fill('password_change_required'))
  expect((await changePassword(deviceB.tokens.accessToken)).status).toBe(200)
  // The new password ended the other session.
  expect((await statuses()).map(({ status }) => status)).toEqual([200, 401])
})
