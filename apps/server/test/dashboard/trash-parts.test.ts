import { dashboard } from '@atalaya/contract/dashboard'
import { PHOTOS_MAX } from '@atalaya/contract/module-photos'
import { pageArchive } from '@atalaya/contract/page-archive'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transactionsOn } from '#server/compose/repos.ts'
import { createTrashRepo } from '#server/dashboard/trash.repo.ts'
import { createTrashService } from '#server/dashboard/trash.service.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { watchChanges } from '#test/support/watch-changes.ts'

const DAY_MS = 24 * 60 * 60_000
/** Maximum of rows that one step removes from a table. */
const BATCH_SIZE = 10
/** Pages that are too old for the trash. */
const OLD = 230
const TABLES = ['widget_photos', 'widgets', 'pages'] as const

let app: TestApp
let token: string
let clock: number
beforeEach(async () => {
  clock = Date.parse('2026-01-01T12:00:00Z')
  app = await createTestApp({ now: () => clock })
  token = (await app.signUp('ada')).tokens.accessToken
})
afterEach(() => app.close())

/** A page in the trash, whose widget has the maximum of photos. */
async function addToTrash(name: string): Promise<string> {
  const { _id: id } = (await app.call(dashboard.create, { body: { name } }, token)).body.data.page
  const options = { params: { id }, body: { meta: { id: 'photos' } } }
  const { _id } = (await app.call(dashboard.install, options, token)).body.data.module
  const photo = (n: number) => ({ widget_id: _id, id: `${n}`, sort: n, width: 1, height: 1, size: 1000, jpeg: '' })
  const photos = Array.from({ length: PHOTOS_MAX }, (_, n) => photo(n))
  await app.withDatabase((db) => db.insertInto('widget_photos').values(photos).execute())
  await app.call(dashboard.remove, { params: { id } }, token)
  return id
}
const purge = (id: string) => app.call(pageArchive.purge, { params: { id } }, token)
const listTrash = async (): Promise<unknown[]> => (await app.call(pageArchive.trash, {}, token)).body.data.pages
const countRows = (): Promise<number[]> =>
  app.withDatabase((db) =>
    Promise.all(TABLES.map(async (table) => (await db.selectFrom(table).select('id').execute()).length)),
  )

test('a page full of photos is deleted a few rows at a time', async () => {
  const id = await addToTrash('Hall')
  const removed = watchChanges('delete from')
  expect((await purge(id)).status).toBe(200)
  const photos = removed.get('widget_photos') ?? []
  expect(photos.reduce((sum, rows) => sum + rows, 0)).toBe(PHOTOS_MAX)
  expect(Math.max(...photos)).toBeLessThanOrEqual(BATCH_SIZE)
  expect(await countRows()).toEqual([0, 0, 0])
})

test('expired pages in the trash are deleted a few rows at a time', async () => {
  for (const name of ['One', 'Two', 'Three']) await addToTrash(name)
  const kept = await app.call(dashboard.create, { body: { name: 'Kept' } }, token)
  expect(kept.status).toBe(200)
  clock += 31 * DAY_MS
  await app.withDatabase(async (db) => {
    const repo = createTrashRepo(db)
    await repo.purgeAll(await repo.listOlderThan(clock))
    const ids = await repo.listPurged()
    expect(ids).toHaveLength(3)
    let before = await countRows()
    while (await repo.removePart(ids)) {
      const now = await countRows()
      expect(Math.max(...now.map((rows, n) => (before[n] ?? 0) - rows))).toBeLessThanOrEqual(BATCH_SIZE)
      before = now
    }
    expect(await countRows()).toEqual([0, 0, 1])
  })
})

test('an interrupted deletion looks complete to its owner, and the next sweep finishes it', async () => {
  const id = await addToTrash('Hall')
  const rename = (from: string, to: string) =>
    app.withDatabase((db) => db.schema.alterTable(from).renameTo(to).execute())
  await rename('widget_photos', 'photos_away')
  expect((await purge(id)).status).toBeGreaterThanOrEqual(500)
  await rename('photos_away', 'widget_photos')
  expect(await listTrash()).toEqual([])
  expect([(await purge(id)).status, (await app.call(pageArchive.restore, { params: { id } }, token)).status]).toEqual([
    404, 404,
  ])
  expect(await app.withDatabase((db) => createTrashRepo(db).listPurged())).toEqual([id])
  expect(await countRows()).toEqual([PHOTOS_MAX, 1, 1])
})

test('the sweep finds everybody’s expired pages with few searches and deletes them in batches', async () => {
  const now = clock
  await app.withDatabase(async (db) => {
    const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const deletedAt = (n: number) => (n < OLD ? now - 31 * DAY_MS : now)
    const pages = Array.from({ length: OLD + 1 }, (_, n) => ({
      id: `page ${n}`,
      user_id,
      name: 'x',
      slug: `${n}`,
      description: '',
      sort: n,
      active: 0,
      version: 1,
      created_at: 0,
      deleted_at: deletedAt(n),
    }))
    await db.insertInto('pages').values(pages).execute()
    const [changed, removed] = [watchChanges('update'), watchChanges('delete from')]
    let searches = 0
    const repo = createTrashRepo(db)
    const counted = { ...repo, listPurged: () => repo.listPurged().finally(() => (searches += 1)) }
    const tx = transactionsOn(db)
    const unused = {} as never
    const unusedNeeds = { limits: unused, changes: unused, runExclusive: unused, faults: unused }
    await createTrashService({ repo: counted, tx, ...unusedNeeds, now: () => now }).sweep()
    expect(Math.max(...(changed.get('pages') ?? []))).toBeLessThanOrEqual(100)
    expect(Math.max(...(removed.get('pages') ?? []))).toBeLessThanOrEqual(BATCH_SIZE)
    expect(searches).toBe(2)
    expect(await db.selectFrom('pages').select('id').where('deleted_at', 'is not', null).execute()).toEqual([
      { id: `page ${OLD}` },
    ])
  })
})
