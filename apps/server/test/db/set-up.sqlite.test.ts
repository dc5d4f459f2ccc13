import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteDialect } from '#server/db/sqlite-dialect.ts'
import { startSqliteThread } from '#server/db/sqlite-thread.ts'

/** Byte 18 of the header is 2 for a file with a write-ahead log (https://sqlite.org/fileformat2.html#fileformat). */
const isInWal = (file: string) => readFileSync(file)[18] === 2

test('a new file has its write-ahead log before the writing thread opens it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-set-up-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'new.db')
  const seen: boolean[] = []
  const startWriter = () => {
    seen.push(isInWal(file))
    return startSqliteThread(file)
  }
  const db = new Kysely({ dialect: sqliteDialect(file, startWriter) })
  await sql`create table one (id integer)`.execute(db)
  await db.destroy()
  expect(seen).toEqual([true])
})
