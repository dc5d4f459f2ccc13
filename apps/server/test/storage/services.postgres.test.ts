import { createServer } from 'node:net'
import { startNats } from '@atalaya/testbed/nats-server'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createInstallation } from '#test/support/installation.ts'

const startOptions = { timeout: 120_000 }

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

test(
  'a start fails with one line if PostgreSQL is unreachable, too old, closed to new tables or used by another program',
  startOptions,
  async () => {
    const { refusal, settings } = await createInstallation()
    const url = settings.DATABASE_URL
    const refusalWith = (change: (address: URL) => void) => {
      const address = new URL(url)
      change(address)
      return refusal({ DATABASE_URL: address.href })
    }
    const away = 'PostgreSQL does not answer; start it, or check DATABASE_URL'
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    expect(await refusal({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toBe(away)
    expect(await refusal({ DATABASE_URL: 'postgres://nobody@no-such-host.invalid/none' })).toBe(away)
    const { port } = silent.address() as { port: number }
    expect(await refusal({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` })).toBe(away)
    expect(await refusalWith((address) => (address.pathname = '/no_such_database'))).toContain(
      'There is no such database',
    )

    const role = `guest_${process.pid}`
    await run(inject('database'), `create role ${role} login`)
    onTestFinished(() => run(inject('database'), `drop role ${role}`))
    const asGuest = (address: URL) => Object.assign(address, { username: role })
    expect(await refusalWith(asGuest)).toContain('may not make tables there')

    // Replaces `current_setting`, so that the database reports version 14.
    await run(
      url,
      `create schema old; create function old.current_setting(text) returns text
    language sql as $$ select '140011' $$`,
    )
    const old = (address: URL) => address.searchParams.set('options', '-c search_path=old,pg_catalog')
    expect(await refusalWith(old)).toBe('PostgreSQL 14 is too old; use version 15 or newer')
    await run(url, 'create table users (recipe text)')
    expect(await refusal()).toContain('The database holds tables of another program')
  },
)

test('a start fails with one line if NATS is unreachable or refuses the instance', startOptions, async () => {
  const { refusal } = await createInstallation()
  const shared = { SECRET_KEY: 'a key that all instances share, for tests' }
  expect(await refusal({ ...shared, NATS_URL: 'nats://127.0.0.1:1' })).toBe(
    'NATS does not answer; start it, or check NATS_URL',
  )
  const nats = await startNats(['--user', 'ours', '--pass', 'secret'])
  onTestFinished(() => nats.stop())
  expect(await refusal({ ...shared, NATS_URL: nats.url.replace('//', '//ours:wrong@') })).toContain(
    'NATS refused this instance; check NATS_CREDENTIALS',
  )
})
