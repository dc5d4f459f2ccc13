import { dashboard } from '@atalaya/contract/dashboard'
import { identities } from '@atalaya/contract/identities'
import { users } from '@atalaya/contract/users'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOidcWorld, type OidcWorld } from '#test/support/oidc-world.ts'

let world: OidcWorld
let address: string
beforeAll(async () => {
  world = await createOidcWorld({ providers: [{ adminGroup: 'captains' }] })
  address = await world.app.listen()
})
afterAll(() => world.close())

/** Signs in at the provider in a new browser. Returns the access token. */
async function signIn(name: string, groups: string[]): Promise<string> {
  world.home.addPerson(name, { groups })
  return (await world.browser().signIn(world.home, name)).body.data.session.tokens.accessToken
}

/** A user with a linked account and two streams: one of the password session, one of the provider session. */
async function signUpLinked(name: string, groups: string[]) {
  const { user, tokens } = await world.app.signUp(name)
  const laptop = world.browser()
  laptop.continueWith({ user, tokens })
  world.home.addPerson(name, { groups })
  await laptop.link(world.home, name)
  const otherStream = await openEvents(address, await signIn(name, groups))
  const ownStream = await openEvents(address, tokens.accessToken)
  const [identity] = (await laptop.list()).identities
  const unlink = () => laptop.call(identities.unlink, { params: { id: identity._id } })
  return { id: user._id, token: tokens.accessToken, otherStream, ownStream, unlink }
}

test('L7 a role that a group no longer gives ends the streams of the administrator’s other sessions', async () => {
  const token = await signIn('mia', ['captains'])
  const stream = await openEvents(address, token)
  await signIn('mia', [])
  await stream.ended
  expect((await world.app.call(users.list, {}, token)).status).toBe(403)
})

test('L6 unlinking ends the streams of other sessions, and not the caller’s own', async () => {
  const { token, otherStream, ownStream, unlink } = await signUpLinked('robbed', [])
  await unlink()
  await otherStream.ended
  await world.app.call(dashboard.create, { body: { name: 'Later' } }, token)
  await expect.poll(() => ownStream.ofType('page.updated')).toHaveLength(1)
  await ownStream.close()
})

test('L7 unlinking the account of a group’s role also ends the caller’s own stream, and administrators see the role', async () => {
  const { id, ownStream, unlink } = await signUpLinked('leaver', ['captains'])
  const stream = await openEvents(address, world.admin)
  await unlink()
  await ownStream.ended
  await expect.poll(() => stream.ofType('user.updated').find(({ data }) => data._id === id)?.data.role).toBe('user')
  await stream.close()
})
