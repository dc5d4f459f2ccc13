import { auth, type SignedIn } from '@atalaya/contract/auth'
import { tokens } from '@atalaya/contract/credentials'
import { displays } from '@atalaya/contract/displays'
import type { Route } from '@atalaya/contract/route'
import { secondFactor } from '@atalaya/contract/second-factor'
import { users } from '@atalaya/contract/users'
import { PASSWORD } from '@atalaya/testbed/people'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createScreen, kitchenDisplay } from '#test/support/display-world.ts'
import { codeAt } from '#test/support/factor-world.ts'
import { type CallOptions, createTestApp, type TestApp } from '#test/support/test-app.ts'
import { newTokenOf } from '#test/support/token-world.ts'

let it: TestApp
let admin: SignedIn
/** Session in the hands of a thief: it makes a call while the administrator ends it. */
let thief: SignedIn
beforeAll(async () => {
  it = await createTestApp()
  admin = await it.signUp('admin')
})
beforeEach(async () => {
  thief = await it.signUp()
})
afterAll(() => it.close())

/** Prepares a call by a user, for `queueAtLock`. */
const callBy =
  (who: SignedIn, route: Route, options: CallOptions = {}) =>
  () =>
    it.call(route, options, who.tokens.accessToken)
const params = () => ({ id: thief.user._id })
/** Makes the calls wait at the account until all are authorized. The first one then writes first. */
const meetAtAccount = (...works: (() => ReturnType<TestApp['call']>)[]) =>
  queueAtLock(it, sql`select 1 from users where id = ${thief.user._id} for no key update`, works)
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status)

describe('a user whose sessions are all ended at the same moment', () => {
  const change = { currentPassword: PASSWORD, newPassword: 'another horse, battery' }
  test.each<[string, Route, CallOptions?]>([
    ['cannot end other sessions', auth.endOthers],
    ['cannot change the password', auth.changePassword, { body: change }],
    ['cannot change the e-mail', auth.editMe, { body: { email: 'thief@example.com' } }],
    ['cannot create a token', tokens.create, { body: { name: 'left behind', scopes: ['users:read'] } }],
  ])('C14 K10 %s', async (_what, route, options) => {
    expect(
      statuses(
        await meetAtAccount(callBy(admin, users.logoutAll, { params: params() }), callBy(thief, route, options)),
      ),
    ).toEqual([200, 401])
    expect((await callBy(thief, auth.me)()).status).toBe(401)
    const body = { username: thief.user.username, password: PASSWORD }
    const { user, tokens: opened } = (await it.call(auth.login, { body })).body.data
    expect(user.email).toBe(thief.user.email)
    expect((await it.call(tokens.list, {}, opened.accessToken)).body.data.tokens).toEqual([])
  })

  test('C14 cannot pair a display', async () => {
    const { code } = await createScreen(it).begin()
    const pair = callBy(thief, displays.pair, { body: { ...kitchenDisplay, code } })
    expect(statuses(await meetAtAccount(callBy(admin, users.logoutAll, { params: params() }), pair))).toEqual([
      200, 401,
    ])
    const { displays: all } = (await callBy(admin, displays.listAll)()).body.data
    expect(all).toEqual([])
  })

  test('C14 K10 cannot add a second factor', async () => {
    const { secret } = (await callBy(thief, secondFactor.beginTotp)()).body.data
    const confirm = callBy(thief, secondFactor.confirmTotp, { body: { code: codeAt(secret, Date.now()) } })
    expect(statuses(await meetAtAccount(callBy(admin, users.logoutAll, { params: params() }), confirm))).toEqual([
      200, 401,
    ])
    expect((await it.call(auth.login, { body: { username: thief.user.username, password: PASSWORD } })).status).toBe(
      200,
    )
  })
})

test('C17 an administrator demoted at the same moment cannot promote themselves again', async () => {
  const role = (name: 'admin' | 'user') => ({ params: params(), body: { role: name } })
  await callBy(admin, users.setRole, role('admin'))()
  const replies = await meetAtAccount(
    callBy(admin, users.setRole, role('user')),
    callBy(thief, users.setRole, role('admin')),
  )
  expect(statuses(replies)).toEqual([200, 403])
  expect((await callBy(thief, auth.me)()).body.data.user.role).toBe('user')
})

test('M5 a token revoked at the same moment cannot end the sessions of a user', async () => {
  const { token, id } = await newTokenOf(it, admin.tokens.accessToken, { scopes: ['users:write'] })
  const replies = await queueAtLock(it, sql`select 1 from credentials where id = ${id} for no key update`, [
    callBy(admin, tokens.revoke, { params: { id } }),
    () => it.call(users.logoutAll, { params: params() }, token),
  ])
  expect(statuses(replies)).toEqual([200, 401])
  expect((await callBy(thief, auth.me)()).status).toBe(200)
})
