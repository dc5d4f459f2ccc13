import type { SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { displayScreen } from '@atalaya/contract/display-screen'
import { displays } from '@atalaya/contract/displays'
import { users } from '@atalaya/contract/users'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createScreen, type Screen } from '#test/support/display-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const PAUSED = [403, 'displays.paused']
const GONE = [401, 'unauthorized']

let app: TestApp
let admin: SignedIn
let owner: SignedIn
let screen: Screen
let id: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await app.signUp()
  screen = createScreen(app)
  id = await screen.pairWith(owner.tokens.accessToken)
})

const params = () => ({ id: owner.user._id })
const setAccess = (isActive: boolean) =>
  app.call(users.setStatus, { params: params(), body: { isActive } }, admin.tokens.accessToken)
async function answerOf(ask: ReturnType<Screen['as']>) {
  const { status, body } = await ask
  return status === 200 ? 200 : [status, body.code]
}
const read = () => answerOf(screen.as(displayScreen.self))

test('E1 a display of a blocked account reads nothing, and goes on with its credential after that', async () => {
  expect(await read()).toBe(200)
  await setAccess(false)
  expect(await read()).toEqual(PAUSED)
  expect(await answerOf(screen.sendReport('screen-one'))).toEqual(PAUSED)
  expect(await answerOf(screen.as(dashboard.list))).toEqual(PAUSED)
  await setAccess(true)
  expect(await read()).toBe(200)
  expect(await answerOf(screen.sendReport('screen-one'))).toBe(200)
})

test('a copied credential learns nothing of the pause: without the cookie of its screen it is refused as before', async () => {
  await setAccess(false)
  expect(await answerOf(app.call(displayScreen.self, {}, screen.credential()))).toEqual(GONE)
})

test('a display that is removed while its account is blocked does not come back', async () => {
  await setAccess(false)
  await app.call(displays.removeAny, { params: { id } }, admin.tokens.accessToken)
  expect(await read()).toEqual(GONE)
  await setAccess(true)
  expect(await read()).toEqual(GONE)
})

test('a display of a deleted account is refused', async () => {
  await setAccess(false)
  await app.call(users.remove, { params: params() }, admin.tokens.accessToken)
  expect(await read()).toEqual(GONE)
})

test('a display is refused, not paused, while the rows of its account are being removed', async () => {
  const change = { is_active: 0, removed_at: Date.now() }
  await app.withDatabase((db) => db.updateTable('users').set(change).where('id', '=', owner.user._id).execute())
  expect(await read()).toEqual(GONE)
})
