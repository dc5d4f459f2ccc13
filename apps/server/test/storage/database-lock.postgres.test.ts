import { createTcpProxy } from '@atalaya/testbed/tcp-proxy'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { lockDatabase } from '#server/storage/database-lock.ts'
import { createServerFixture } from '#test/support/server-fixture.ts'

const startOptions = { timeout: 120_000 }
const TAKEN = 'Another Atalaya already uses the database of DATABASE_URL'

/** True if the database is not locked at present. */
async function isFree(url: string): Promise<boolean> {
  const unlock = await lockDatabase({ DATABASE_URL: url }, () => {}, 0).catch((error: Error) => error)
  if (unlock instanceof Error) {
    expect(unlock.message).toContain(TAKEN)
    return false
  }
  await unlock()
  return true
}

test('a second server on one database waits for the first one to stop', startOptions, async () => {
  const fixture = await createServerFixture()
  const url = fixture.settings.DATABASE_URL
  const SECRET_KEY = 'a key that both have, for this test'
  const first = fixture.start({ SECRET_KEY })
  await first.ready
  expect(await isFree(url)).toBe(false)
  const second = fixture.start({ SECRET_KEY, DATA_DIR: `${fixture.folder}-other` })
  first.signal('SIGTERM')
  await second.ready
  expect(await isFree(url)).toBe(false)
  second.signal('SIGKILL')
  await second.exited
  await expect.poll(() => isFree(url)).toBe(true)
})

test('a lock is acquired again after its connection broke', startOptions, async () => {
  const { settings } = await createServerFixture()
  const url = settings.DATABASE_URL
  const reported: string[] = []
  const unlock = await lockDatabase({ DATABASE_URL: url }, (line) => void reported.push(line), 0)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const holders = async () => {
    // Locks of this database only: other tests hold locks in other databases.
    const { rows } = await client.query(`select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`)
    return rows.map(({ pid }) => pid)
  }
  const [before] = await holders()
  await client.query('select pg_terminate_backend($1)', [before])
  await expect.poll(holders).toEqual([expect.not.toSatisfy((pid) => pid === before)])
  expect(await isFree(url)).toBe(false)
  await unlock()
  expect(await isFree(url)).toBe(true)
  expect(reported).toEqual([])
})

test('a database that ends idle connections does not end the lock', async () => {
  const { settings } = await createServerFixture()
  const connect = async () => {
    const client = new pg.Client({ connectionString: settings.DATABASE_URL })
    client.on('error', () => {})
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const { rows } = await (await connect()).query('select current_database() as name')
  await (await connect()).query(`alter database ${rows[0].name} set idle_session_timeout = '200ms'`)
  const unlock = await lockDatabase({ DATABASE_URL: settings.DATABASE_URL }, () => {}, 0)
  onTestFinished(unlock)
  const holder = `select pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`
  const before = (await (await connect()).query(holder)).rows
  // Connected after the lock: when this one is ended, the lock's would be, too.
  const idle = await connect()
  await new Promise<void>((resolve) => idle.once('end', resolve))
  expect((await (await connect()).query(holder)).rows).toEqual(before)
})

test('a server that starts while PostgreSQL is away locks the database once it is back', startOptions, async () => {
  const { settings } = await createServerFixture()
  const proxy = await createTcpProxy(settings.DATABASE_URL)
  onTestFinished(() => proxy.close())
  let refused = 0
  proxy.setFault((_chunk, _way, piped) => {
    refused += 1
    piped.cut()
  })
  const proxyUrl = Object.assign(new URL(settings.DATABASE_URL), { host: new URL(proxy.address).host })
  const unlock = await lockDatabase({ DATABASE_URL: proxyUrl.href }, () => {}, 0)
  onTestFinished(unlock)
  await expect.poll(() => refused).toBeGreaterThan(1)
  expect(await isFree(settings.DATABASE_URL)).toBe(true)
  proxy.clearFault()
  await expect.poll(() => isFree(settings.DATABASE_URL)).toBe(false)
})

test('instances connected by NATS share a database, and keep a server without NATS out', async () => {
  const { settings } = await createServerFixture()
  const url = settings.DATABASE_URL
  const shared = { DATABASE_URL: url, NATS_URL: 'nats://nowhere' }
  const [unlock, unlockOther] = [await lockDatabase(shared, () => {}, 0), await lockDatabase(shared, () => {}, 0)]
  expect(await isFree(url)).toBe(false)
  await unlock()
  expect(await isFree(url)).toBe(false)
  await unlockOther()
  expect(await isFree(url)).toBe(true)
})

test('an instance with NATS does not start beside a server without it', async () => {
  const { settings } = await createServerFixture()
  const unlock = await lockDatabase({ DATABASE_URL: settings.DATABASE_URL }, () => {}, 0)
  onTestFinished(unlock)
  const shared = { DATABASE_URL: settings.DATABASE_URL, NATS_URL: 'nats://nowhere' }
  await expect(lockDatabase(shared, () => {}, 0)).rejects.toThrow(TAKEN)
})
