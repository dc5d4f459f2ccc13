import { moduleIndexes } from '@atalaya/contract/module-indexes'
import { users } from '@atalaya/contract/users'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createIndexWorld } from '#test/support/index-world.ts'
import { servedIndex } from '#test/support/module-index.ts'

test('two administrators who add an index at one instant make no sixth', async () => {
  const it = await createIndexWorld()
  onTestFinished(() => it.close())
  const other = await it.app.signUp()
  await it.call(users.setRole, { params: { id: other.user._id }, body: { role: 'admin' } })
  const add = (n: number, token = it.admin) => {
    const address = `${it.web.origin}/${n}`
    it.web.files.set(`/${n}`, servedIndex(it.ours.key))
    return it.call(moduleIndexes.add, { body: { address, key: it.ours.shown } }, token)
  }
  for (const n of [1, 2, 3, 4]) expect((await add(n)).status).toBe(200)

  const both = await it.app.withDatabase((db) =>
    db.transaction().execute(async (tx) => {
      // Indexes can be read, but none can be added, until both transactions wait.
      await sql`lock table module_indexes in exclusive mode`.execute(tx)
      const adding = [add(5), add(6, other.tokens.accessToken)]
      const waiting = async () => {
        const { rows } = await sql`select 1 from pg_locks
          where not granted and relation = 'module_indexes'::regclass`.execute(tx)
        return rows.length
      }
      await expect.poll(waiting).toBe(2)
      return { adding }
    }),
  )
  const statuses = (await Promise.all(both.adding)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 409])
  expect((await it.call(moduleIndexes.list)).body.data.indexes).toHaveLength(5)
})
