import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { backUp, restore } from '#server/db/backup/backup.ts'
import { takeSnapshot } from '#server/db/backup/snapshot.ts'
import { openDatabase } from '#server/db/open.ts'
import { createDatabase } from '#test/support/database.ts'

/** A migrated PostgreSQL database, and a backup of a SQLite file with values that PostgreSQL refuses. */
async function createPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [sqliteConfig, file] = [{ DATA_DIR: join(folder, 'sqlite') }, join(folder, 'atalaya.backup')]
  const sqlite = await openDatabase(sqliteConfig)
  await sqlite.insertInto('meta').values({ key: 'odd', value: 'a\0b' }).execute()
  await sqlite.insertInto('instances').values({ id: 'odd', beat: 3_221_225_477 }).execute()
  const set = { key: 'odd', data_type: 'odd', names: '[]', owner_id: null, used_at: 1.75 }
  await sqlite.insertInto('metric_sets').values(set).execute()
  await sqlite.destroy()
  await backUp(sqliteConfig, file)
  const database = await createDatabase(inject('database'), inject('migrated'))
  onTestFinished(() => database?.drop())
  return { file, config: { DATA_DIR: folder, DATABASE_URL: database?.url ?? '' } }
}

test('a backup of SQLite with values that PostgreSQL refuses can be restored into it', async () => {
  const { file, config } = await createPlace()
  await restore(config, file)
  const db = await openDatabase(config)
  onTestFinished(() => db.destroy())
  const { value } = await db.selectFrom('meta').select('value').where('key', '=', 'odd').executeTakeFirstOrThrow()
  const { beat } = await db.selectFrom('instances').select('beat').executeTakeFirstOrThrow()
  const { used_at: usedAt } = await db.selectFrom('metric_sets').select('used_at').executeTakeFirstOrThrow()
  // PostgreSQL stores no NUL, and only whole numbers; those of `beat` have 32 bits.
  expect([value, beat, usedAt]).toEqual(['a\ufffdb', -1_073_741_819, 2])
})

test('a restore into a database that a newer version has used is refused and changes nothing', async () => {
  const { file, config } = await createPlace()
  const client = new pg.Client({ connectionString: config.DATABASE_URL })
  await client.connect()
  await client.query(`create table future (id text); insert into kysely_migration values ('999-future', 'now')`)
  await client.end()
  await expect(restore(config, file)).rejects.toThrow(
    'A newer version of Atalaya has used this database; make an empty one and set DATABASE_URL to it',
  )
  await expect(openDatabase(config)).rejects.toThrow('written by a newer version')
})

test('a restore that fails leaves no part of itself in the database', async () => {
  const { file, config } = await createPlace()
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(0, -1)
  const twice = lines.flatMap((line) => (line.includes('"odd"') ? [line, line] : [line]))
  const text = twice.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  const end = { end: true, rows: twice.filter((line) => line.startsWith('[')).length, sha256 }
  writeFileSync(file, gzipSync(`${text}${JSON.stringify(end)}\n`))
  await expect(restore(config, file)).rejects.toThrow('duplicate key')
  const db = await openDatabase(config)
  onTestFinished(() => db.destroy())
  const schemas = sql<{ name: string }>`select nspname as name from pg_namespace where nspname like 'atalaya%'`
  expect((await schemas.execute(db)).rows).toEqual([])
})

test('a backup that loses its connection to PostgreSQL fails', async () => {
  const { config } = await createPlace()
  const snapshot = await takeSnapshot(config)
  onTestFinished(snapshot.close)
  const db = await openDatabase(config)
  onTestFinished(() => db.destroy())
  const others = sql<{ pid: number }>`select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await others.execute(db)
  const readAll = async () => {
    for await (const { rows } of snapshot.tables()) for await (const _ of rows);
  }
  await expect(readAll()).rejects.toThrow(/terminat|not queryable/)
})
