import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { displayScreen } from '@atalaya/contract/display-screen'
import { displays } from '@atalaya/contract/displays'
import { identities } from '@atalaya/contract/identities'
import { users } from '@atalaya/contract/users'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScreen } from '#test/support/display-world.ts'
import { createPerson, type Person } from '#test/support/factor-world.ts'
import { createOidcWorld, type OidcWorld } from '#test/support/oidc-world.ts'
import { newTokenOf } from '#test/support/token-world.ts'

const TEMPORARY = 'gq7zv1-temporary'
let time = Date.now()
let world: OidcWorld
beforeAll(async () => {
  world = await createOidcWorld({ providers: [{ adminGroup: 'captains' }], now: () => time })
})
afterAll(() => world.close())

const reset = (id: string, { onlyWayIn, by = world.admin }: { onlyWayIn?: boolean; by?: string } = {}) =>
  world.app.call(users.resetPassword, { params: { id }, body: { password: TEMPORARY, onlyWayIn } }, by)

/** Account with a password, a passkey, a linked account at the provider, and a token. */
async function createWithAllWaysIn(name: string, groups: string[] = []) {
  const { app, home, browser } = world
  const signedIn = await app.signUp(name)
  const laptop = browser()
  laptop.continueWith(signedIn)
  home.addPerson(name, { groups })
  await laptop.link(home, name)
  const { token } = await newTokenOf(app, signedIn.tokens.accessToken, { scopes: ['account:read'] })
  const person = createPerson(app, name)
  person.continueWith(signedIn)
  const codes = (await person.addPasskey()).body.data.recoveryCodes
  expect(codes).toHaveLength(10)
  return { id: signedIn.user._id, token, person }
}
const login = (username: string, password: string) => world.app.call(auth.login, { body: { username, password } })
const passkeyStatus = async (person: Person) => (await person.signInByPasskey()).status
const signInByProvider = async (name: string) => (await world.browser().signIn(world.home, name)).body

/** Replaces the temporary password. All remaining ways to sign in then open the account again. */
async function choosePassword(username: string) {
  const token = (await login(username, TEMPORARY)).body.data.tokens.accessToken
  const body = { currentPassword: TEMPORARY, newPassword: PASSWORD }
  expect((await world.app.call(auth.changePassword, { body }, token)).status).toBe(200)
}

test('K9 after a temporary password, other ways to sign in only allow a change of that password', async () => {
  const { id, token, person } = await createWithAllWaysIn('forgetful')
  expect((await reset(id)).status).toBe(200)
  expect((await world.app.call(auth.me, {}, token)).body.data).toMatchObject({ mustChangePassword: true })
  expect((await person.signInByPasskey()).body.data).toMatchObject({ mustChangePassword: true })
  expect((await login('forgetful', TEMPORARY)).body.code).toBe('second_factor_required')
})

test('K9 L6 M5 a password as the only way in removes passkeys, recovery codes, links and tokens', async () => {
  const { id, token, person } = await createWithAllWaysIn('robbed')
  expect(await passkeyStatus(person)).toBe(200)
  expect((await reset(id, { onlyWayIn: true })).status).toBe(200)
  const { entries } = (await world.app.call(audit.list, {}, world.admin)).body.data
  expect(entries[0]).toMatchObject({ action: 'user.password_reset', target: { name: 'robbed' } })
  expect(entries[0].details).toBe('as the only way in, without second factor, robbed@example.org, token script')
  await choosePassword('robbed')
  expect(await passkeyStatus(person).catch(() => 401)).toBe(401)
  expect((await world.app.call(auth.me, {}, token)).status).toBe(401)
  expect(await signInByProvider('robbed')).toHaveProperty('data.newcomer')
  const newToken = (await login('robbed', PASSWORD)).body.data.tokens.accessToken
  expect((await world.app.call(identities.list, {}, newToken)).body.data.identities).toEqual([])
})

test('K9 a password as the only way in removes the displays of the account', async () => {
  const { app } = world
  const { user, tokens } = await app.signUp('watched')
  const screen = createScreen(app)
  await screen.pairWith(tokens.accessToken)
  expect((await reset(user._id)).status).toBe(200)
  expect((await screen.as(displayScreen.self)).status).toBe(200)
  expect((await reset(user._id, { onlyWayIn: true })).status).toBe(200)
  expect((await screen.as(displayScreen.self)).status).toBe(401)
  const { displays: all } = (await app.call(displays.listAll, {}, world.admin)).body.data
  expect(all).toEqual([])
  const { entries } = (await app.call(audit.list, {}, world.admin)).body.data
  expect(entries[0].details).toBe('as the only way in, without display Kitchen')
})

test('K9 L7 a password as the only way in removes a group role with its link, and is set without any link, too', async () => {
  const { id, person } = await createWithAllWaysIn('captain', ['captains'])
  const ticket = (await signInByProvider('captain')).secondFactor.ticket
  expect(ticket).toEqual(expect.any(String))
  expect((await person.ask(auth.me, {}, null)).status).toBe(401)
  expect((await world.app.call(users.get, { params: { id } }, world.admin)).body.data.users.role).toBe('admin')
  expect((await reset(id, { onlyWayIn: true })).status).toBe(200)
  expect((await world.app.call(users.get, { params: { id } }, world.admin)).body.data.users.role).toBe('user')
  const plain = (await world.app.signUp('plain')).user._id
  expect((await reset(plain, { onlyWayIn: true })).status).toBe(200)
})

test('K9 an administrator who signed in long ago must confirm before making a password the only way in', async () => {
  const { id } = await createWithAllWaysIn('patient')
  const adminTokens = (await login('admin', PASSWORD)).body.data.tokens
  time += 11 * 60_000
  const renewed = await world.app.call(auth.refresh, { body: { refreshToken: adminTokens.refreshToken } })
  const { accessToken } = renewed.body.data
  expect((await reset(id, { onlyWayIn: true, by: accessToken })).body.code).toBe('reauth_required')
  expect((await reset(id, { onlyWayIn: false, by: accessToken })).status).toBe(200)
})
