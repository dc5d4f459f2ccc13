import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createDatabase } from '#test/support/database.ts'

test('a migration that deadlocks with a running instance is tried again', async () => {
  const database = await createDatabase(inject('database'))
  onTestFinished(() => database?.drop())
  const url = database?.url ?? ''
  const old = openPostgres(url)
  await migrate(old, { upTo: '026-module-indexes' })
  await old.destroy()

  const instance = new pg.Client({ connectionString: url })
  await instance.connect()
  onTestFinished(() => instance.end())
  // PostgreSQL aborts the transaction that notices the deadlock. This one needs an hour for that, the migration less.
  await instance.query(`set deadlock_timeout = '1h'; begin; lock table alert_messages in row exclusive mode`)
  const migrated = openDatabase({ DATA_DIR: '', DATABASE_URL: url })
  migrated.catch(() => {})
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  onTestFinished(() => watcher.end())
  const countWaiting = async () =>
    (await watcher.query(`select 1 from pg_locks where not granted and relation = 'alert_messages'::regclass`)).rowCount
  await expect.poll(countWaiting, { interval: 5 }).toBe(1)
  await instance.query('select 1 from users; commit')
  await (await migrated).destroy()
})
