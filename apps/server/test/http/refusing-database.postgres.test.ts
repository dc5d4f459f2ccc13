import { dashboard } from '@atalaya/contract/dashboard'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { whileLocked } from '#test/support/at-lock.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
let token: string
beforeEach(async () => {
  world = await createTestApp()
  onTestFinished(world.close)
  token = (await world.signUp('ada')).tokens.accessToken
})

/** Sets a default of the database, and replaces the application's connections: new ones have it. */
async function setDefault(setting: string, value: string): Promise<void> {
  await world.withDatabase(async (db) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    await sql.raw(`alter database ${rows[0]?.name} set ${setting} = '${value}'`).execute(db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  })
  await expect.poll(async () => (await world.call(dashboard.list, {}, token)).status).toBe(200)
}
async function expectRefusal(): Promise<void> {
  const refused = await world.call(dashboard.create, { body: { name: 'Home' } }, token)
  expect(refused).toMatchObject({ status: 503, body: { error: 'The database does not answer; try again in a moment' } })
  expect(refused.headers['retry-after']).toBeDefined()
}

test('a change answers 503 while PostgreSQL is a standby that takes none', async () => {
  await setDefault('default_transaction_read_only', 'on')
  await expectRefusal()
})

test('a change answers 503 if PostgreSQL ends its statement for taking too long', async () => {
  await setDefault('statement_timeout', '200ms')
  await whileLocked(world, sql`lock table pages`, expectRefusal)
})
