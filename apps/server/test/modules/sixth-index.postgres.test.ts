import { moduleIndexes } from '@atalaya/contract/module-indexes'
import { users } from '@atalaya/contract/users'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createIndexWorld } from '#test/support/index-world.ts'
import { signedIndex } from '#test/support/module-index.ts'

test('two administrators who add an index at the same time can not exceed five', async () => {
  const world = await createIndexWorld()
  onTestFinished(() => world.close())
  const other = await world.app.signUp()
  await world.call(users.setRole, { params: { id: other.user._id }, body: { role: 'admin' } })
  const add = (n: number, token = world.admin) => {
    const address = `${world.web.origin}/${n}`
    world.web.files.set(`/${n}`, signedIndex(world.indexKey.key))
    return world.call(moduleIndexes.add, { body: { address, key: world.indexKey.publicKey } }, token)
  }
  for (const n of [1, 2, 3, 4]) expect((await add(n)).status).toBe(200)

  const both = await world.app.withDatabase((db) =>
    db.transaction().execute(async (tx) => {
      // Indexes can be read, but none can be added, until both transactions wait.
      await sql`lock table module_indexes in exclusive mode`.execute(tx)
      const adding = [add(5), add(6, other.tokens.accessToken)]
      const countWaiting = async () => {
        const { rows } = await sql`select 1 from pg_locks
          where not granted and relation = 'module_indexes'::regclass`.execute(tx)
        return rows.length
      }
      await expect.poll(countWaiting).toBe(2)
      return { adding }
    }),
  )
  const statuses = (await Promise.all(both.adding)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 409])
  expect((await world.call(moduleIndexes.list)).body.data.indexes).toHaveLength(5)
})
