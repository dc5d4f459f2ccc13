import { users } from '@atalaya/contract/users'
import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createTestApp } from '#test/support/test-app.ts'

const AGENTS = 30

/** An administrator and a user, with agents of each. */
async function world() {
  const it = await createTestApp()
  onTestFinished(() => it.close())
  const [root, ada] = [await it.signUp('root'), await it.signUp('ada')]
  const left = (id: string) =>
    it.withDatabase(
      async (db) => (await db.selectFrom('agents').select('id').where('owner_id', '=', id).execute()).length,
    )
  await it.withDatabase(async (db) => {
    for (const { user } of [root, ada]) {
      for (let n = 0; n < AGENTS; n++) {
        const id = `${user.username} ${n}`
        await createRepos(db).agents.insert({ id, ownerId: user._id, name: id, tags: [], tokenHash: id, now: 0 })
      }
    }
  })
  const remove = (id: string) => it.call(users.remove, { params: { id } }, root.tokens.accessToken)
  return { it, root, ada, left, remove }
}

test('an account goes with all that it has collected, some rows at a time', async () => {
  const { it, root, ada, left, remove } = await world()
  expect(await it.withDatabase((db) => createRepos(db).users.dropCollected(ada.user._id))).toBe(true)
  expect(await left(ada.user._id)).toBeGreaterThan(0)
  expect((await remove(ada.user._id)).status).toBe(200)
  expect(await left(ada.user._id)).toBe(0)
  expect(await left(root.user._id)).toBe(AGENTS)
  expect((await remove(ada.user._id)).status).toBe(404)
})

test('one that may not be removed keeps all that it has', async () => {
  const { root, left, remove } = await world()
  expect((await remove(root.user._id)).status).toBe(409)
  expect(await left(root.user._id)).toBe(AGENTS)
})

test('one whose removal was cut off is shut, and is removed by the next', async () => {
  const { it, root, ada, left, remove } = await world()
  // As if the server had ended in the middle.
  await it.withDatabase(async (db) => {
    await db.schema.alterTable('commands').renameTo('commands_away').execute()
  })
  expect((await remove(ada.user._id)).status).toBeGreaterThanOrEqual(500)
  await it.withDatabase(async (db) => {
    await db.schema.alterTable('commands_away').renameTo('commands').execute()
  })
  const { body } = await it.call(users.get, { params: { id: ada.user._id } }, root.tokens.accessToken)
  expect(body.data.users).toMatchObject({ isActive: false })
  expect((await remove(ada.user._id)).status).toBe(200)
  expect(await left(ada.user._id)).toBe(0)
})
