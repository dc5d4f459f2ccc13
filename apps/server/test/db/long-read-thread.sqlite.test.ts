import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { executeLongRead } from '#server/db/long-reads.ts'
import { openSqlite } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { createSqliteReader } from '#server/db/sqlite-reader.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const folder = mkdtempSync(join(tmpdir(), 'atalaya-long-read-'))
const file = join(folder, 'some.db')
let db: Db
beforeAll(() => {
  db = openSqlite(file)
})
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

/** Slow query on any machine. */
const LONG = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2000000)
  select count(*) as count from numbers`
const numbers = sql<{ count: number }>`${sql.raw(LONG)}`

test('a read in the other thread does not block the event loop', async () => {
  const counted = countTurns()
  const rows = await executeLongRead(db, numbers)
  counted.stop()
  expect(rows).toEqual([{ count: 2_000_000 }])
  expect(counted.turn).toBeGreaterThan(1)
})

test('the other thread can read stored rows and cannot write', async () => {
  await sql`create table notes (text text)`.execute(db)
  await sql`insert into notes values ('hello')`.execute(db)
  expect(await executeLongRead(db, sql`select text from notes`)).toEqual([{ text: 'hello' }])
  await expect(executeLongRead(db, sql`insert into notes values ('more')`)).rejects.toThrow('readonly')
})

test('an ended thread fails its current reads, and the next reads succeed', async () => {
  const { postMessage } = Worker.prototype
  const threads = new Set<Worker>()
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...args) {
    threads.add(this)
    return postMessage.apply(this, args)
  })
  const reader = createSqliteReader(file)
  expect((await reader.read(CompiledQuery.raw('select 1 as one'))).rows).toEqual([{ one: 1 }])
  const lost = expect(reader.read(CompiledQuery.raw(LONG))).rejects.toThrow('The thread of the database has ended')
  for (const thread of threads) await thread.terminate()
  await lost
  expect((await reader.read(CompiledQuery.raw('select 2 as two'))).rows).toEqual([{ two: 2 }])
  await reader.close()
  vi.restoreAllMocks()
})
