import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { auth } from '@atalaya/contract/auth'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createApp } from '#server/compose/app.ts'
import { settings } from '#server/config.ts'
import { migrationNames } from '#server/db/migrate.ts'
import { openDatabase, openSqlite, sqliteFile } from '#server/db/open.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema.ts'
import { createDatabase } from '#test/support/database.ts'
import { readFirstRows, writeFirstPostgres, writeFirstSqlite } from '#test/support/first-state.ts'

/** Number of kills: at the first statement after each of the newest migrations, and evenly over all statements. */
const [KILLS_AFTER_NEWEST, KILLS_EVENLY] = [6, 6]
const PARALLEL_KILLS = 4
const program = fileURLToPath(new URL('../support/killed-migration.ts', import.meta.url))

const server = inject('database')
const folder = mkdtempSync(join(tmpdir(), 'atalaya-upgrade-'))
const firstFile = join(folder, 'first.db')
const drops: (() => Promise<void>)[] = []
let template: { url: string } | null = null

beforeAll(async () => {
  if (server === 'sqlite') writeFirstSqlite(firstFile)
  else {
    template = await dropAtEnd(await createDatabase(server))
    await writeFirstPostgres(template?.url ?? '')
  }
})
afterAll(async () => {
  for (const drop of drops.reverse()) await drop()
  rmSync(folder, { recursive: true, force: true })
})

async function dropAtEnd<T extends { drop: () => Promise<void> } | null>(database: T): Promise<T> {
  if (database) drops.push(database.drop)
  return database
}

/** Creates a separate database in the first state: with the rows of the fixture, before all later migrations. */
async function createFirstState() {
  const DATA_DIR = mkdtempSync(join(folder, 'data-'))
  const name = template && new URL(template.url).pathname.slice(1)
  const database = name ? await dropAtEnd(await createDatabase(server, name)) : null
  const config = { DATA_DIR, DATABASE_URL: database?.url }
  if (!database) copyFileSync(firstFile, sqliteFile(config))
  return { config, target: database?.url ?? sqliteFile(config) }
}
type State = Awaited<ReturnType<typeof createFirstState>>

/** Migrates in a separate process that is killed at its n-th statement; 0 lets it finish. */
function migrateUntil({ target }: State, statement: number): Promise<{ signal: string | null; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, target, String(statement)], (error, output) =>
      resolve({ signal: error?.signal ?? null, output }),
    )
  })
}

async function withDatabaseOf<T>({ config, target }: State, work: (db: Db) => Promise<T>): Promise<T> {
  const db = config.DATABASE_URL ? openPostgres(target) : openSqlite(target)
  return work(db).finally(() => db.destroy())
}

/**
 * PostgreSQL still runs the last statements of a killed process, even a commit. Until then the catalogue of indexes
 * is inconsistent: it already contains the newest definitions.
 */
const othersQuery = sql<{ count: number }>`
  select count(*) as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
async function untilAlone(db: Db): Promise<void> {
  if (server === 'sqlite') return
  await expect.poll(async () => (await othersQuery.execute(db)).rows[0]?.count).toBe(0)
}

/** Every table, index and trigger, and the completed migrations. Functions in C (language 13) belong to extensions. */
const shapeQuery =
  server === 'sqlite'
    ? sql`
        select name, sql as definition from sqlite_master
        union all select 'done', name from kysely_migration
        order by 1, 2`
    : sql`
        select table_name || '.' || column_name as name, data_type || is_nullable as definition
        from information_schema.columns where table_schema = 'public'
        union all select indexname, indexdef from pg_indexes where schemaname = 'public'
        union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and prolang <> 13
        union all select 'done', name from kysely_migration
        order by 1, 2`

const shapeOf = async (db: Db): Promise<string> => JSON.stringify((await shapeQuery.execute(db)).rows)
const contentOf = async (db: Db) => ({ shape: await shapeOf(db), rows: await readFirstRows(db) })

test('the first state is migrated to the newest and keeps every row and session', async () => {
  const state = await createFirstState()
  const before = await withDatabaseOf(state, readFirstRows)
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['users', 'sessions', 'pages', 'widgets', 'agents', 'samples']),
  )
  const db = await openDatabase(state.config)
  expect(await readFirstRows(db)).toEqual(before)
  const { search } = await db
    .selectFrom('agents')
    .select('search')
    .where('name', '=', 'attic-pi')
    .executeTakeFirstOrThrow()
  expect(search.split('\n').slice(1)).toEqual(['attic-pi', 'home', 'pi', 'attic-pi', '127.0.0.1', 'linux', 'arm64'])
  const [{ last_used_at: lastUsedAt }] = (await db.selectFrom('sessions').select('last_used_at').execute()) as [
    { last_used_at: number },
  ]
  await db.destroy()

  const withKey = { ...state.config, SECRET_KEY: 'the key that those of the first state had' }
  const config = settings.parse({ ...withKey, LOG_LEVEL: 'silent', SERVE_CLIENT: 'false' })
  const { app } = await createApp(config, () => lastUsedAt + 1000)
  const post = async (url: string, payload: object) => (await app.inject({ method: 'POST', url, payload })).statusCode
  const password = 'quiet lantern on the hill'
  expect(await post(auth.refresh.path, { refreshToken: 'rt_sISKs7rDZJPgQD0n9-9ZtioL0uPPEB88_hetY_JOyLQ' })).toBe(200)
  expect(await post(auth.login.path, { username: 'ada', password })).toBe(200)
  expect(await post(auth.login.path, { username: 'ines', password })).toBe(401)
  await app.close()
})

test('a migration killed at any statement leaves the old or the new state, and a restart completes it', {
  timeout: 240_000,
}, async () => {
  const complete = await createFirstState()
  const { rows, shape: old } = await withDatabaseOf(complete, contentOf)
  const statements = JSON.parse((await migrateUntil(complete, 0)).output) as string[]
  const newest = await withDatabaseOf(complete, shapeOf)
  expect(newest).not.toBe(old)

  const points = await killPointsIn(statements)
  expect(points.length).toBeGreaterThan(KILLS_EVENLY)

  const outcomes: string[] = []
  const kill = async (point: number) => {
    const state = await createFirstState()
    expect((await migrateUntil(state, point)).signal).toBe('SIGKILL')
    const left = await withDatabaseOf(state, (db) => untilAlone(db).then(() => shapeOf(db)))
    outcomes.push(left)
    expect([old, newest]).toContain(left)
    const db = await openDatabase(state.config)
    expect(await contentOf(db).finally(() => db.destroy())).toEqual({ shape: newest, rows })
  }
  const queue = [...points]
  const worker = async () => {
    for (let point = queue.shift(); point !== undefined; point = queue.shift()) await kill(point)
  }
  await Promise.all(Array.from({ length: PARALLEL_KILLS }, worker))
  // Only the last migration is killed during its commit, which may still succeed.
  expect(outcomes.filter((left) => left === old).length).toBeGreaterThanOrEqual(points.length - 1)
})

/**
 * Numbers of the statements to kill at. They are the first one after each of the newest migrations, and others evenly
 * from the first to the commit.
 */
async function killPointsIn(statements: string[]): Promise<number[]> {
  const isRecord = (statement: string) => statement.startsWith('insert into "kysely_migration"')
  // Statements count from 1, so the one after index `n` is `n + 2`.
  const afterRecords = statements.flatMap((statement, n) => (isRecord(statement) ? [n + 2] : []))
  expect(afterRecords).toHaveLength((await migrationNames()).length - 3)
  const commit = statements.lastIndexOf('commit')
  const even = Array.from({ length: KILLS_EVENLY }, (_, n) => 1 + Math.round((n * commit) / (KILLS_EVENLY - 1)))
  return [...new Set([...even, ...afterRecords.slice(-KILLS_AFTER_NEWEST)])].sort((a, b) => a - b)
}
