import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/schema.ts'
import { queueAtLock, whileLocked } from '#test/support/at-lock.ts'
import { createOidcWorld, type OidcWorld } from '#test/support/oidc-world.ts'

let world: OidcWorld
beforeAll(async () => {
  world = await createOidcWorld({ providers: [{ adminGroup: 'captains' }] })
})
afterAll(() => world.close())

/** Unlinks as another instance does; the writes are visible once the transaction is over. */
async function unlink(tx: Tx, userId: string) {
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute()
  await sql`update users set epoch = epoch + 1 where id = ${userId}`.execute(tx)
}

const signInWith = async (name: string, groups: string[]) => {
  world.home.addPerson(name, { groups })
  return (await world.browser().signIn(world.home, name)).body.data.session.user
}
const giveRole = (id: string, role: string) => () =>
  world.app.call(users.setRole, { params: { id }, body: { role } }, world.admin)
/** Lock that each change of an administrator's role takes. */
const adminLock = sql`select 1 from meta where key = 'first_admin' for no key update`

/** Sets the role by hand while a sign-in brings the groups of the provider. */
async function giveMeanwhile(name: string, id: string, groups: string[]) {
  const { app, home, browser } = world
  home.addPerson(name, { groups })
  const laptop = browser()
  const answer = await laptop.visit(home, name)
  const replies = await queueAtLock(app, adminLock, [giveRole(id, 'admin'), () => laptop.finish(home, answer)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
}

test('L7 an administrator role set by hand and by a group at once remains without the group', async () => {
  const { _id } = await signInWith('both', [])
  await giveMeanwhile('both', _id, ['captains'])
  expect((await signInWith('both', [])).role).toBe('admin')
})

test('L7 a group role confirmed by hand survives a simultaneous sign-in without the group', async () => {
  const { _id } = await signInWith('kept', ['captains'])
  await giveMeanwhile('kept', _id, [])
  expect((await signInWith('kept', [])).role).toBe('admin')
})

/** First sign-ins of these persons in browsers of their own, which create their accounts at the same moment. */
async function arriveAtOnce(names: string[]) {
  const { app, home, browser } = world
  const arriving = []
  for (const name of names) {
    const laptop = browser()
    const answer = await laptop.visit(home, name)
    arriving.push(() => laptop.finish(home, answer))
  }
  const replies = await queueAtLock(app, sql`lock table users in exclusive mode`, arriving)
  return replies.map(({ body }) => body.data.session?.user)
}

test('L4 two newcomers with one name who arrive at once get accounts with different usernames', async () => {
  for (const name of ['twin-a', 'twin-b']) world.home.addPerson(name, { preferred_username: 'twin' })
  const made = await arriveAtOnce(['twin-a', 'twin-b'])
  expect(made.map((user) => user?.username).sort()).toEqual(['twin', 'twin-2'])
})

test('L4 a newcomer who arrives in two tabs at once gets one account and two sessions', async () => {
  world.home.addPerson('hasty')
  const [one, other] = await arriveAtOnce(['hasty', 'hasty'])
  expect(one?.username).toBe('hasty')
  expect(other?._id).toBe(one?._id)
})

test('L6 a provider account that is unlinked during its sign-in opens no session', async () => {
  const { app, home, browser } = world
  const { _id } = await signInWith('gone', [])
  const laptop = browser()
  const answer = await laptop.visit(home, 'gone')
  let finishing: ReturnType<typeof laptop.finish> | undefined
  const lock = (tx: Tx) => sql`lock table users in access exclusive mode`.execute(tx).then(() => unlink(tx, _id))
  await whileLocked(app, lock, async (untilWaiting) => {
    finishing = laptop.finish(home, answer)
    finishing.catch(() => {})
    await untilWaiting(1)
  })
  const { status, body } = (await finishing) ?? {}
  expect([status, body?.code]).toEqual([409, 'oidc.removed'])
  expect((await laptop.call(auth.me)).status).toBe(401)
})
