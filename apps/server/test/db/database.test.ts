import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { someone } from '@atalaya/testbed/people'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import { openDatabase } from '#server/db/open.ts'
import { isReferenceViolation, isUniqueViolation } from '#server/db/violations.ts'
import { createDatabase } from '#test/support/database.ts'

const settings = { DATA_DIR: '' }
let database: Awaited<ReturnType<typeof createDatabase>>
beforeEach(async () => {
  settings.DATA_DIR = mkdtempSync(join(tmpdir(), 'atalaya-db-'))
  database = await createDatabase(inject('database'))
})
afterEach(async () => {
  await database?.drop()
  rmSync(settings.DATA_DIR, { recursive: true, force: true })
})
const open = () => openDatabase({ ...settings, DATABASE_URL: database?.url })

describe('migrations', () => {
  test('run once when ten instances start at the same moment', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, open))
    const [db] = opened
    expect(await db?.selectFrom('users').select('id').execute()).toEqual([])
    await Promise.all(opened.map((connection) => connection.destroy()))
  })

  test('refuse a database of a newer version', async () => {
    const db = await open()
    const newer = { name: '999-from-the-future', timestamp: new Date().toISOString() }
    const migrations = db.withTables<{ kysely_migration: typeof newer }>()
    await migrations.insertInto('kysely_migration').values(newer).execute()
    await db.destroy()
    await expect(open()).rejects.toThrow('newer version of Atalaya')
  })
})

describe('transactions', () => {
  test('are rolled back when their work fails', async () => {
    const db = await open()
    const work = db.transaction().execute(async (tx) => {
      await tx.insertInto('meta').values({ key: 'half', value: 'done' }).execute()
      throw new Error('in the middle')
    })
    await expect(work).rejects.toThrow('in the middle')
    expect(await db.selectFrom('meta').select('key').where('key', '=', 'half').execute()).toEqual([])
    await db.destroy()
  })

  test('are rolled back when their last row already exists, without effect on the next one', async () => {
    const db = await open()
    const put = (...keys: string[]) =>
      db.transaction().execute(async (tx) => {
        for (const key of keys) await tx.insertInto('meta').values({ key, value: 'x' }).execute()
      })
    await put('one')
    await expect(put('two', 'one').catch((error) => isUniqueViolation(error))).resolves.toBe(true)
    await put()
    await put('three')
    const keys = await db.selectFrom('meta').select('key').where('value', '=', 'x').orderBy('key').execute()
    expect(keys.map(({ key }) => key)).toEqual(['one', 'three'])
    await db.destroy()
  })

  test('fail independently when they run simultaneously', async () => {
    const db = await open()
    const put = (...keys: string[]) =>
      db.transaction().execute(async (tx) => {
        for (const key of keys) await tx.insertInto('meta').values({ key, value: 'y' }).execute()
      })
    await put('taken')
    const all = await Promise.allSettled([put('a', 'b'), put('c', 'taken'), put('taken'), put('d'), put()])
    expect(all.map((result) => result.status === 'fulfilled' || isUniqueViolation(result.reason))).toEqual(
      Array(5).fill(true),
    )
    const keys = await db.selectFrom('meta').select('key').where('value', '=', 'y').orderBy('key').execute()
    expect(keys.map(({ key }) => key)).toEqual(['a', 'b', 'd', 'taken'])
    await db.destroy()
  })

  test('answer two simultaneous statements', async () => {
    const db = await open()
    const results = await db.transaction().execute(async (tx) => {
      await tx.insertInto('meta').values({ key: 'pair', value: 'z' }).execute()
      const change = tx.updateTable('meta').set({ value: 'zz' }).where('key', '=', 'pair').executeTakeFirst()
      const read = tx.selectFrom('meta').select('value').where('key', '=', 'pair').executeTakeFirst()
      return Promise.all([change, read])
    })
    expect([results[0].numUpdatedRows, results[1]]).toEqual([1n, { value: 'zz' }])
    await db.destroy()
  })

  test('do not block reads of the previous state', async () => {
    const db = await open()
    await db.insertInto('meta').values({ key: 'seen', value: 'before' }).execute()
    const readRow = () => db.selectFrom('meta').select('value').where('key', '=', 'seen').executeTakeFirst()
    const within = await db.transaction().execute(async (tx) => {
      await tx.updateTable('meta').set({ value: 'after' }).where('key', '=', 'seen').execute()
      return readRow()
    })
    expect([within, await readRow()]).toEqual([{ value: 'before' }, { value: 'after' }])
    await db.destroy()
  })

  test('run simultaneously without losing an update', async () => {
    const db = await open()
    await db.insertInto('meta').values({ key: 'count', value: '0' }).execute()
    const increment = () =>
      db.transaction().execute(async (tx) => {
        await tx
          .updateTable('meta')
          // Changes nothing, and locks the row: no other transaction reads the same value.
          .set({ value: (row) => row.ref('value') })
          .where('key', '=', 'count')
          .execute()
        const { value } = await tx
          .selectFrom('meta')
          .select('value')
          .where('key', '=', 'count')
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('meta')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', 'count')
          .execute()
      })
    await Promise.all(Array.from({ length: 50 }, increment))
    expect((await db.selectFrom('meta').select('value').where('key', '=', 'count').executeTakeFirst())?.value).toBe(
      '50',
    )
    await db.destroy()
  })
})

test('one of two transactions that wait for each other is retried', async () => {
  const db = await open()
  const run = transactionsOn(db)
  const users = ['one', 'two']
  for (const id of users) {
    await createRepos(db).users.insert({ ...someone({ username: id }), id, role: 'user', passwordHash: '', now: 0 })
  }
  let begun = 0
  const both = Promise.withResolvers<void>()
  const lock = (ids: string[]) =>
    run(async ({ pages }) => {
      const [first = '', second = ''] = ids
      await pages.lockList(first)
      // SQLite runs them one after the other.
      if (++begun === users.length || inject('database') === 'sqlite') both.resolve()
      await both.promise
      await pages.lockList(second)
    })
  await Promise.all([lock(users), lock(users.toReversed())])
  expect(await db.selectFrom('page_lists').select('version').execute()).toHaveLength(2)
  // PostgreSQL aborts one of them, and again if it is retried before the other one continues.
  const retries = inject('database') === 'sqlite' ? 0 : 1
  expect(begun).toBeGreaterThanOrEqual(users.length + retries)
  await db.destroy()
})

test('a violated unique key is distinguished from other failures', async () => {
  const db = await open()
  const insert = (key: string) => db.insertInto('meta').values({ key, value: randomUUID() }).execute()
  await insert('same')
  const again = await insert('same').catch((error: unknown) => error)
  expect(isUniqueViolation(again)).toBe(true)
  expect(isUniqueViolation(new Error('something else'))).toBe(false)
  expect(isReferenceViolation(again)).toBe(false)
  await db.destroy()
})

test('a violated foreign key is distinguished from other failures', async () => {
  const db = await open()
  const page = { id: 'p', name: '', slug: '', description: '', sort: 0, active: 1, version: 1, created_at: 0 }
  const orphan = db.insertInto('pages').values({ ...page, user_id: 'nobody', deleted_at: null })
  const refused = await orphan
    .returning('id')
    .execute()
    .catch((error: unknown) => error)
  expect(isReferenceViolation(refused)).toBe(true)
  expect(isUniqueViolation(refused)).toBe(false)
  await db.destroy()
})
