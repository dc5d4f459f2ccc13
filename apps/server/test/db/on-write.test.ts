import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { createDatabase } from '#test/support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'atalaya-on-write-'))
const isPostgres = inject('database') !== 'sqlite'
let database: Awaited<ReturnType<typeof createDatabase>>
let db: Db
const changed: (string | null)[] = []
beforeAll(async () => {
  database = await createDatabase(inject('database'))
  db = await openDatabase(
    { DATA_DIR: folder, DATABASE_URL: database?.url },
    { onWrite: (table) => void changed.push(table) },
  )
})
afterAll(async () => {
  await db.destroy()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Tables whose caches a statement invalidates, run alone and then in a transaction; null stands for all tables. */
async function changesOf(text: string): Promise<(string | null)[]> {
  changed.length = 0
  await sql.raw(text).execute(db)
  await db.transaction().execute((tx) => sql.raw(text).execute(tx))
  return changed.splice(0)
}

const reads = [
  'select 1',
  '\n  select value from meta',
  'SELECT value FROM meta',
  'select * from (select updated_at as "at" from alert_rules union all select created_at from users) as both_of',
  'with found as (select key from meta) select * from found',
  'with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 9) select n from numbers',
  "select replace(key, 'a', 'b') from meta",
  ...(isPostgres
    ? [
        'select pg_advisory_xact_lock(1)',
        'with found as materialized (select key from meta) select * from found',
        'select key from meta for update',
        'select key from meta for no key update',
      ]
    : []),
]
const writes: [text: string, table: string | null][] = [
  ["insert into meta (key, value) values ('a', '1') on conflict (key) do update set value = '2'", 'meta'],
  ["update meta set value = '3' where key = 'a'", 'meta'],
  ["delete from meta where key = 'a'", 'meta'],
  [
    "with new (key) as (select 'b') insert into meta (key, value) select key, '' from new where true on conflict (key) do nothing",
    null,
  ],
  ["with old (key) as (select 'b') update meta set value = '4' where key in (select key from old)", null],
  ["with old (key) as (select 'b')\n delete\n from meta where key in (select key from old)", null],
  ...(isPostgres
    ? ([
        ["with gone as (delete from meta where key = 'b' returning key) select key from gone", null],
        [
          "with new as (update meta set value = '5' where key = 'b' returning key) select key from new for update",
          null,
        ],
        ['drop table if exists nothing', null],
      ] as [string, null][])
    : ([["with new (key) as (select 'c') replace into meta (key, value) select key, '' from new", null]] as [
        string,
        null,
      ][])),
]

describe('caches', () => {
  test.each(reads)('stay after a read: %s', async (text) => {
    expect(await changesOf(text)).toEqual([])
  })

  test.each(writes)('end after a write: %s', async (text, table) => {
    expect(await changesOf(text)).toEqual([table, table])
  })
})
