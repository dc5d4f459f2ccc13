import { auth, type SignedIn } from '@atalaya/contract/auth'
import { identities } from '@atalaya/contract/identities'
import { users } from '@atalaya/contract/users'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOidcWorld, type OidcWorld, type TestBrowser } from '#test/support/oidc-world.ts'

let time = Date.now()
let world: OidcWorld
beforeAll(async () => {
  world = await createOidcWorld({ providers: [{}, { name: 'Club' }], now: () => time })
})
beforeEach(() => {
  time = Date.now()
})
afterAll(() => world.close())

/** Longer than a sign-in or a confirmation permits sensitive changes. */
const LATER_MS = 11 * 60_000
const codeOf = ({ body, status }: { body: { code?: string }; status: number }) => [status, body.code]

/** A user with a password, in a browser that is signed in by it. */
async function signUpMember(name: string): Promise<{ laptop: TestBrowser; id: string }> {
  const signedIn = await world.app.signUp(name)
  const laptop = world.browser()
  laptop.continueWith(signedIn)
  for (const provider of [world.home, world.club]) provider.addPerson(name)
  return { laptop, id: signedIn.user._id }
}
const login = (username: string) => world.app.call(auth.login, { body: { username, password: PASSWORD } })
const unlink = async (laptop: TestBrowser) =>
  laptop.call(identities.unlink, { params: { id: (await laptop.list()).identities[0]._id } })
const setLocalSignIn = (laptop: TestBrowser, localSignIn: boolean) =>
  laptop.call(identities.edit, { body: { localSignIn } })

test('L5 a linked provider account signs its user in until it is unlinked', async () => {
  const { home, browser, actions } = world
  const { laptop, id } = await signUpMember('linker')
  expect((await laptop.link(home, 'linker')).body.data).toEqual({ done: 'linked' })
  const listed = await laptop.list()
  expect(listed).toMatchObject({ hasPassword: true, localSignIn: true })
  expect(listed.identities).toMatchObject([{ provider: { id: 'home', name: 'Home' }, label: 'linker@example.org' }])
  expect((await browser().signIn(home, 'linker')).body.data.session.user._id).toBe(id)
  expect((await unlink(laptop)).status).toBe(200)
  expect((await actions()).slice(0, 3)).toEqual(['auth.identity_unlinked', 'auth.oidc_login', 'auth.identity_linked'])
  const { newcomer } = (await browser().signIn(home, 'linker')).body.data
  expect(newcomer.reason).toContain('An account with the e-mail linker@example.org exists here')
})

test('L6 unlinking ends the sessions that the linked account opened', async () => {
  const { home, browser } = world
  const { laptop } = await signUpMember('robbed')
  await laptop.link(home, 'robbed')
  const thief = browser()
  await thief.signIn(home, 'robbed')
  expect((await thief.call(auth.me)).status).toBe(200)
  await unlink(laptop)
  expect([(await thief.call(auth.me)).status, (await laptop.call(auth.me)).status]).toEqual([401, 200])
})

test('L5 a provider account can be linked to one account only', async () => {
  const { home } = world
  const [{ laptop: first }, { laptop: second }] = [await signUpMember('first'), await signUpMember('second')]
  await first.link(home, 'first')
  expect(codeOf(await second.link(home, 'first'))).toEqual([409, 'oidc.linked_elsewhere'])
  expect(codeOf(await first.begin(home, identities.link))).toEqual([409, 'oidc.linked_already'])
})

test('L5 the provider’s answer to a link is accepted only in the session that began it', async () => {
  const { home } = world
  const [{ laptop: mine }, { laptop: other }] = [await signUpMember('mine'), await signUpMember('other')]
  const answer = await mine.visit(home, 'mine', identities.link)
  for (const [name, value] of mine.cookies) other.cookies.set(name, value)
  expect(codeOf(await other.finish(home, answer, identities.finish))).toEqual([400, 'oidc.not_begun'])
  expect(codeOf(await mine.finish(home, answer))).toEqual([400, 'oidc.not_begun'])
  expect((await mine.finish(home, answer, identities.finish)).status).toBe(200)
})

test('L5 linking and unlinking require a recent sign-in or a confirmation', async () => {
  const { home, club, app } = world
  const signedIn = (await app.signUp('careful')) as SignedIn
  const laptop = world.browser()
  laptop.continueWith(signedIn)
  home.addPerson('careful')
  await laptop.link(home, 'careful')
  time += LATER_MS
  const body = { refreshToken: signedIn.tokens.refreshToken }
  laptop.continueWith({ ...signedIn, tokens: (await app.call(auth.refresh, { body })).body.data })
  for (const answer of [
    await unlink(laptop),
    await setLocalSignIn(laptop, false),
    await laptop.begin(club, identities.link),
  ]) {
    expect(codeOf(answer)).toEqual([403, 'reauth_required'])
  }
  await laptop.call(auth.confirm, { body: { password: PASSWORD } })
  expect((await unlink(laptop)).status).toBe(200)
})

test('L2 a clock that ran ahead does not extend the time limit of a sign-in', async () => {
  const { home, browser } = world
  home.addPerson('early')
  const laptop = browser()
  time += 24 * 60 * 60_000
  const answer = await laptop.visit(home, 'early')
  time -= 23 * 60 * 60_000
  expect(codeOf(await laptop.finish(home, answer))).toEqual([400, 'oidc.not_begun'])
})

test('L9 a user without a password confirms at the provider, with the linked account only', async () => {
  const { home, browser } = world
  for (const name of ['solo', 'else']) home.addPerson(name)
  const laptop = browser()
  await laptop.signIn(home, 'solo')
  const answerOfAnother = await laptop.visit(home, 'else', identities.confirm)
  expect(codeOf(await laptop.finish(home, answerOfAnother, identities.finish))).toEqual([403, 'oidc.somebody_else'])
  const { authorizeUrl } = (await laptop.begin(home, identities.confirm)).body.data
  const { searchParams } = new URL(authorizeUrl)
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
  const { search } = await home.browser().signIn(authorizeUrl, 'solo')
  expect((await laptop.finish(home, search.slice(1), identities.finish)).body.data).toEqual({ done: 'confirmed' })
})

test('L9 an old sign-in at the provider is refused as a confirmation', async () => {
  const { home, browser } = world
  home.addPerson('stale')
  const laptop = browser()
  await laptop.signIn(home, 'stale')
  const answer = await laptop.visit(home, 'stale', identities.confirm)
  home.alterTokens((claims) => ({ ...claims, auth_time: Math.floor(time / 1000) - 600 }))
  expect(codeOf(await laptop.finish(home, answer, identities.finish))).toEqual([400, 'oidc.refused'])
  home.alterTokens(null)
})

test('L8 the last way to sign in can not be removed', async () => {
  const { home, club, browser } = world
  for (const provider of [home, club]) provider.addPerson('only')
  const laptop = browser()
  await laptop.signIn(home, 'only')
  expect(codeOf(await unlink(laptop))).toEqual([409, 'oidc.last_way_in'])
  expect(codeOf(await setLocalSignIn(laptop, true))).toEqual([409, 'oidc.no_password'])
  await laptop.link(club, 'only')
  expect((await unlink(laptop)).status).toBe(200)
  expect(codeOf(await unlink(laptop))).toEqual([409, 'oidc.last_way_in'])
})

test('L8 with password sign-in off, only the provider works, and passwords fail as for unknown accounts', async () => {
  const { home, browser, app, admin } = world
  const { laptop, id } = await signUpMember('closed')
  expect(codeOf(await setLocalSignIn(laptop, false))).toEqual([409, 'oidc.last_way_in'])
  await laptop.link(home, 'closed')
  expect((await setLocalSignIn(laptop, false)).status).toBe(200)
  const [known, unknown] = [await login('closed'), await login('nobody-of-that-name')]
  expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  expect((await laptop.call(auth.confirm, { body: { password: PASSWORD } })).status).toBe(400)
  expect(codeOf(await unlink(laptop))).toEqual([409, 'oidc.last_way_in'])
  expect((await browser().signIn(home, 'closed')).status).toBe(200)
  // An administrator's temporary password is the way back if the provider is gone.
  await app.call(users.resetPassword, { params: { id }, body: { password: 'temporary-9x' } }, admin)
  expect((await app.call(auth.login, { body: { username: 'closed', password: 'temporary-9x' } })).status).toBe(200)
})

test('L8 at least one administrator can always sign in by password', async () => {
  const { home, browser, app } = world
  home.addPerson('admin')
  const laptop = browser()
  laptop.continueWith((await login('admin')).body.data)
  await laptop.link(home, 'admin')
  expect(codeOf(await setLocalSignIn(laptop, false))).toEqual([409, 'users.last_admin'])
  const { id } = await signUpMember('deputy')
  const admin = (await login('admin')).body.data.tokens.accessToken
  await app.call(users.setRole, { params: { id }, body: { role: 'admin' } }, admin)
  expect((await setLocalSignIn(laptop, false)).status).toBe(200)
  const demoted = await app.call(users.setRole, { params: { id }, body: { role: 'user' } }, admin)
  expect([demoted.status, demoted.body.error]).toEqual([
    ...[409, 'At least one active administrator who can sign in with a password must remain'],
  ])
  expect((await setLocalSignIn(laptop, true)).status).toBe(200)
})
