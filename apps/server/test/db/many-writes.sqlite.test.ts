import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#server/db/open.ts'

/** Two and a half commits: at most a hundred transactions share one. */
const MANY = 250

test('all writes that wait for a slow transaction are stored, and later ones too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-many-'))
  const db = openSqlite(join(folder, 'some.db'))
  onTestFinished(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  })
  await sql`create table meta (key text, value text)`.execute(db)
  const put = (key: string) => db.insertInto('meta').values({ key, value: 'many' }).execute()
  const countRows = async () => (await db.selectFrom('meta').select('key').execute()).length

  let writes: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    // The answer to a read means that the transaction has begun.
    await tx.selectFrom('meta').select('key').execute()
    writes = Promise.all(Array.from({ length: MANY }, (_, n) => put(`write ${n}`)))
  })
  await expect.poll(countRows).toBe(MANY)
  await writes
  await put('later')
  expect(await countRows()).toBe(MANY + 1)
})
