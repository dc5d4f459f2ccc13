import { auth } from '@atalaya/contract/auth'
import { type Completion, oidc } from '@atalaya/contract/identities'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOidcWorld, type OidcWorld, type TestBrowser } from '#test/support/oidc-world.ts'

let world: OidcWorld
beforeAll(async () => {
  world = await createOidcWorld({ providers: [{}, { name: 'Club', registration: 'closed' }] })
})
afterAll(() => world.close())

const complete = (browser: TestBrowser, body: Completion) =>
  browser.call(oidc.register, { params: { provider: 'home' }, body })

test('L4 the e-mail of a provider account does not open an existing account with that e-mail', async () => {
  const { home, browser, app } = world
  await app.signUp('victim')
  home.addPerson('attacker', { email: 'victim@example.org', preferred_username: 'victim' })
  const { data } = (await browser().signIn(home, 'attacker')).body
  expect(data.session).toBeUndefined()
  expect(data.newcomer.reason).toContain('An account with the e-mail victim@example.org exists here')
  expect(data.newcomer.suggestion).toEqual({ username: 'victim-2', email: '', name: 'Ada', surname: 'Lovelace' })
})

test.each([false, 'true', 1, undefined])(
  'an e-mail with email_verified "%s" is only suggested in the profile form',
  async (verified) => {
    const { home, browser } = world
    const login = `doubtful-${String(verified)}`
    home.addPerson(login, { email_verified: verified })
    const { newcomer } = (await browser().signIn(home, login)).body.data
    expect(newcomer).toMatchObject({ suggestion: { email: `${login}@example.org` }, reason: expect.any(String) })
  },
)

test('L2 a new user can complete the profile once, and only in the same browser', async () => {
  const { home, browser } = world
  home.addPerson('quiet', { email: undefined, given_name: undefined, family_name: undefined })
  const [laptop, other] = [browser(), browser()]
  const { newcomer } = (await laptop.signIn(home, 'quiet')).body.data
  const profile = { username: 'quiet', email: 'quiet@example.org', name: 'Quiet', surname: 'One' }
  const body = { ticket: newcomer.ticket, ...profile }
  await other.begin(home)
  expect((await complete(other, body)).body.code).toBe('oidc.not_begun')
  const taken = await complete(laptop, { ...body, email: 'admin@example.org' })
  expect([taken.status, taken.body.errors[0].path]).toEqual([409, 'email'])
  expect((await complete(laptop, body)).body.data.session.user).toMatchObject({ ...profile, role: 'user' })
  expect((await complete(laptop, body)).body.code).toBe('oidc.not_begun')
  expect((await browser().signIn(home, 'quiet')).body.data.session.user.email).toBe('quiet@example.org')
})

test.each([
  ['Ada Byron', 'Ada-Byron'],
  ['marc@corp.example', 'marc'],
  ['admin', 'admin-2'],
])('the name %s at the provider becomes the username %s', async (claimed, username) => {
  const { home, browser } = world
  home.addPerson(username, { preferred_username: claimed })
  expect((await browser().signIn(home, username)).body.data.session.user.username).toBe(username)
})

test('L8 an account created by a provider answers passwords like an unknown account', async () => {
  const { home, browser, app } = world
  home.addPerson('nopass')
  await browser().signIn(home, 'nopass')
  for (const password of ['', PASSWORD]) {
    const known = await app.call(auth.login, { body: { username: 'nopass', password: password || ' ' } })
    const unknown = await app.call(auth.login, { body: { username: 'nobody-at-all', password: password || ' ' } })
    expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  }
})

test('L4 a provider with closed registration signs in only linked users', async () => {
  const { club, browser } = world
  club.addPerson('stranger')
  const { status, body } = await browser().signIn(club, 'stranger')
  expect([status, body.code]).toEqual([403, 'auth.registration_closed'])
})

test('L4 the first account can not be created by a provider', async () => {
  const empty = await createOidcWorld({ hasAdmin: false })
  try {
    empty.home.addPerson('first')
    const { status, body } = await empty.browser().signIn(empty.home, 'first')
    expect([status, body.code]).toEqual([403, 'oidc.no_accounts_yet'])
  } finally {
    await empty.close()
  }
})
