import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres } from '#server/db/postgres.ts'
import { createDatabase } from '#test/support/database.ts'

test('a statement that was given up does not run on in PostgreSQL', async () => {
  const database = await createDatabase(inject('database'))
  onTestFinished(() => database?.drop())
  const db = openPostgres(database?.url ?? '', undefined, { silenceMs: 300 })
  onTestFinished(() => db.destroy())
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow()
  const running = async () =>
    (
      await sql`select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`.execute(
        db,
      )
    ).rows
  await expect.poll(running).toEqual([])
})
