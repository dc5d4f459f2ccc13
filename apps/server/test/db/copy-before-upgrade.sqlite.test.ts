import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '@atalaya/testbed/server-process'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { writeFirstSqlite } from '#test/support/first-state.ts'

let DATA_DIR: string
let file: string
let copy: string
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'atalaya-before-'))
  file = sqliteFile({ DATA_DIR })
  copy = `${file}.before-upgrade`
})
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** Opens the database as a start does. Returns the lines that it logs about the upgrade. */
async function open(): Promise<string[]> {
  const reported: string[] = []
  const db = await openDatabase({ DATA_DIR }, { onUpgrade: (line) => reported.push(line) })
  await db.destroy()
  return reported
}

/** Users and completed migrations. */
function contentOf(path: string) {
  const db = new DatabaseSync(path, { readOnly: true })
  const all = (query: string) => db.prepare(query).all()
  const content = [all('select username from users order by 1'), all('select name from kysely_migration order by 1')]
  db.close()
  return content
}

test('an upgrade keeps a copy of the previous database that only its owner can read', async () => {
  writeFirstSqlite(file)
  const old = contentOf(file)
  expect(await open()).toEqual([`This is an upgrade; the previous database is kept as ${copy}`])
  expect(contentOf(copy)).toEqual(old)
  expect(contentOf(file)).not.toEqual(old)
  expect(statSync(copy).mode & 0o077).toBe(0)
  expect(readdirSync(DATA_DIR).filter((name) => name.includes('.part'))).toEqual([])
})

test('the next upgrade replaces the copy, and a start without an upgrade keeps it', async () => {
  writeFirstSqlite(file)
  await open()
  const firstInode = statSync(copy).ino
  expect(await open()).toEqual([])
  expect(statSync(copy).ino).toBe(firstInode)
  // Forgets the last migration, so the next start is an upgrade. It may fail, as the tables have its changes already.
  const db = new DatabaseSync(file)
  db.exec('delete from kysely_migration where name = (select max(name) from kysely_migration)')
  db.close()
  await open().catch(() => {})
  expect(statSync(copy).ino).not.toBe(firstInode)
})

test('a new database has no copy of a previous one', async () => {
  expect(await open()).toEqual([])
  expect(existsSync(copy)).toBe(false)
})

test('an upgrade that cannot keep a copy continues and logs the reason', async () => {
  writeFirstSqlite(file)
  mkdirSync(join(copy, 'x'), { recursive: true })
  const [line = '', ...others] = await open()
  expect(line).toMatch(/^This is an upgrade, and the previous database could not be kept: .+/)
  expect(others).toEqual([])
  expect(contentOf(file)[1]?.length).toBeGreaterThan(10)
})

test('a start with an upgrade logs the path of the copy', { timeout: 60_000 }, async () => {
  writeFirstSqlite(file)
  const server = startServer({ DATA_DIR, SECRET_KEY: 'the key that those of the first state had' })
  onTestFinished(() => server.signal('SIGKILL'))
  await server.ready
  await expect.poll(server.output).toContain(`the previous database is kept as ${copy}\n`)
})
