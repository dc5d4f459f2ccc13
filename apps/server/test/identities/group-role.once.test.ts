import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { factorAdmin } from '@atalaya/contract/factor-admin'
import { identities } from '@atalaya/contract/identities'
import { users } from '@atalaya/contract/users'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson } from '#test/support/factor-world.ts'
import { createOidcWorld, type OidcWorld } from '#test/support/oidc-world.ts'

let world: OidcWorld
beforeAll(async () => {
  world = await createOidcWorld({ providers: [{ adminGroup: 'captains' }] })
})
afterAll(() => world.close())

/** Role of a user who signs in with these groups at the provider. */
async function roleOf(name: string, groups?: unknown): Promise<string> {
  world.home.addPerson(name, { groups })
  return (await world.browser().signIn(world.home, name)).body.data.session.user.role
}

test('L7 a user is an administrator while the provider lists them in the group', async () => {
  expect(await roleOf('mia', ['crew'])).toBe('user')
  expect(await roleOf('mia', ['crew', 'captains'])).toBe('admin')
  expect((await world.actions()).slice(0, 2).toSorted()).toEqual(['auth.oidc_login', 'user.role_changed'])
  expect(await roleOf('mia', ['crew'])).toBe('user')
  expect(await roleOf('mia', 'captains')).toBe('admin')
  expect(await roleOf('mia')).toBe('user')
})

test.each([
  ['other', ['Captains', 'captains ']],
  ['shape', { captains: true }],
  ['number', 1],
])('only the exact name of the group counts: %s', async (name, groups) => {
  expect(await roleOf(`not-${name}`, groups)).toBe('user')
})

test('a new account in the group is an administrator at once', async () => {
  expect(await roleOf('born', ['captains'])).toBe('admin')
})

test('L7 a role set by hand remains, with or without the group', async () => {
  const { app, admin } = world
  await roleOf('hand', [])
  const list = (await app.call(users.list, {}, admin)).body.data.users
  const { _id: id } = list.find(({ username }: { username: string }) => username === 'hand')
  const give = (role: string) => app.call(users.setRole, { params: { id }, body: { role } }, admin)
  await give('admin')
  expect(await roleOf('hand', ['captains'])).toBe('admin')
  expect(await roleOf('hand', [])).toBe('admin')
  // A role that the group gave and an administrator confirmed counts as set by hand.
  await give('user')
  expect(await roleOf('hand', ['captains'])).toBe('admin')
  await give('admin')
  expect(await roleOf('hand', [])).toBe('admin')
})

test('L7 confirming a group role by hand is recorded in the audit', async () => {
  const { home, app, browser } = world
  home.addPerson('sticky', { groups: ['captains'] })
  const laptop = browser()
  const { user } = (await laptop.signIn(home, 'sticky')).body.data.session
  await laptop.call(users.setRole, { params: { id: user._id }, body: { role: 'admin' } })
  const [newest] = (await app.call(audit.list, {}, world.admin)).body.data.entries
  expect(newest).toMatchObject({ action: 'user.role_changed', details: 'admin, even if a group gives the role' })
  expect(await roleOf('sticky', [])).toBe('admin')
})

test('a user without password who must set up a factor confirms at the provider', async () => {
  const { home, app, browser, admin } = world
  const { user: strict } = await app.signUp('strict')
  const setRole = (role: string) => app.call(users.setRole, { params: { id: strict._id }, body: { role } }, admin)
  await setRole('admin')
  const owner = createPerson(app, 'strict')
  await owner.signIn()
  await owner.addApp(Date.now())
  const setPolicy = (administratorsMust: boolean) => owner.ask(factorAdmin.setPolicy, { body: { administratorsMust } })
  await setPolicy(true)
  home.addPerson('barred', { groups: ['captains'] })
  const laptop = browser()
  const { session } = (await laptop.signIn(home, 'barred')).body.data
  expect(session).toMatchObject({ mustSetUpFactor: true, user: { role: 'admin' } })
  expect((await laptop.call(users.list)).body.code).toBe('second_factor_setup_required')
  expect((await laptop.list()).identities).toHaveLength(1)
  const answer = await laptop.visit(home, 'barred', identities.confirm)
  expect((await laptop.finish(home, answer, identities.finish)).body.data).toEqual({ done: 'confirmed' })
  await setPolicy(false)
  await setRole('user')
})

test('L7 a group role ends when the provider account is unlinked', async () => {
  const { home, app, browser } = world
  const signedIn = await app.signUp('leaver')
  const laptop = browser()
  laptop.continueWith(signedIn)
  home.addPerson('leaver', { groups: ['captains'] })
  await laptop.link(home, 'leaver')
  expect((await laptop.signIn(home, 'leaver')).body.data.session.user.role).toBe('admin')
  const [linked] = (await laptop.list()).identities
  expect((await laptop.call(identities.unlink, { params: { id: linked._id } })).status).toBe(200)
  expect((await laptop.call(auth.me)).body.data.user.role).toBe('user')
})

test('L8 the last administrator with a password keeps the role without the group', async () => {
  const { home, app, browser, admin } = world
  const laptop = browser()
  const body = { username: 'heir', password: PASSWORD }
  await app.signUp('heir')
  laptop.continueWith((await app.call(auth.login, { body })).body.data)
  home.addPerson('heir', { groups: ['captains'] })
  await laptop.link(home, 'heir')
  const { user } = (await laptop.signIn(home, 'heir')).body.data.session
  expect(user.role).toBe('admin')
  const adminUser = (await app.call(auth.me, {}, admin)).body.data.user
  const demotion = { params: { id: adminUser._id }, body: { role: 'user' } }
  expect((await laptop.call(users.setRole, demotion)).status).toBe(200)
  expect(await roleOf('heir', [])).toBe('admin')
})
