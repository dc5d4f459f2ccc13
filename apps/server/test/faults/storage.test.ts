import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { someone } from '@atalaya/testbed/people'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { reportFault } from '#test/support/fault-report.ts'
import { createServerFixture } from '#test/support/server-fixture.ts'

const startOptions = { timeout: 120_000 }
const isSqlite = inject('database') === 'sqlite'

/** A running server, with functions that store a change and read its readiness. */
async function startServer() {
  const fixture = await createServerFixture()
  const server = fixture.start()
  const address = await server.ready
  let people = 0
  /** Makes a change that is stored. */
  async function write() {
    const body = JSON.stringify(someone({ username: `person-${++people}` }))
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${address}/auth/register`, { method: 'POST', headers, body })
    return { status: reply.status, message: ((await reply.json()) as { message: string }).message }
  }
  async function readReadiness() {
    const reply = await fetch(`${address}/readyz`)
    return { ...((await reply.json()) as { reason?: string }), status: reply.status }
  }
  const success = { status: 200 }
  return { fixture, server, write, readReadiness, success }
}

test.runIf(isSqlite)(
  'changes are refused while the data folder is moved or replaced',
  startOptions,
  async (context) => {
    const { fixture, write, readReadiness, success } = await startServer()
    const { folder } = fixture
    const lost = {
      status: 503,
      message: expect.stringMatching(/^The data folder is gone, or .* nothing is stored until/),
    }
    expect(await write()).toMatchObject(success)
    const movedFolder = join(dirname(folder), 'elsewhere')

    renameSync(folder, movedFolder)
    expect(await write()).toEqual(lost)
    expect(await readReadiness()).toMatchObject({
      status: 503,
      reason: expect.stringContaining('The data folder is gone'),
    })
    // Another folder in its place, with the same content.
    cpSync(movedFolder, folder, { recursive: true })
    expect(await write()).toEqual(lost)
    rmSync(folder, { recursive: true })
    renameSync(movedFolder, folder)
    // The next check, within two seconds, finds the folder again.
    await expect.poll(readReadiness).toMatchObject(success)
    expect(await write()).toMatchObject(success)

    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    expect(await write()).toEqual(lost)
    reportFault(context, {
      fault: 'The data folder is moved, replaced by a copy, brought back, removed, while the server runs',
      expected: 'From that moment changes answer 503 with the reason and `/readyz` fails; brought back, all goes on',
      measured: 'Each time with the next request',
    })
  },
)

test.runIf(!isSqlite)('changes are refused while the database is replaced', startOptions, async (context) => {
  const { fixture, write, readReadiness, success } = await startServer()
  expect(await write()).toMatchObject(success)
  const client = new pg.Client({ connectionString: fixture.settings.DATABASE_URL })
  await client.connect()
  onTestFinished(() => client.end())
  const lost = { status: 503, reason: expect.stringContaining('The database was replaced') }
  await client.query('create schema empty')
  await client.query('create schema foreigner')
  await client.query('create table foreigner.meta (key text primary key, value text)')
  await client.query(`insert into foreigner.meta values ('identity', 'another one')`)
  for (const other of ['empty', 'foreigner']) {
    await client.query(`begin; alter schema public rename to ours; alter schema ${other} rename to public; commit`)
    await expect.poll(readReadiness).toMatchObject(lost)
    expect(await write()).toMatchObject({ status: 503, message: expect.stringContaining('nothing is stored until') })
    await client.query(`begin; alter schema public rename to ${other}; alter schema ours rename to public; commit`)
    await expect.poll(readReadiness).toMatchObject(success)
    expect(await write()).toMatchObject(success)
  }
  reportFault(context, {
    fault: 'Another database takes the place of ours while the server runs',
    expected: 'Within two seconds changes answer 503 with the reason and `/readyz` fails; brought back, all goes on',
    measured: 'Found when it was empty and when it was one of another server',
  })
})

test('changes are refused while the key is lost', startOptions, async () => {
  const { fixture, write, readReadiness, success } = await startServer()
  const key = join(fixture.folder, 'secret.key')
  renameSync(key, `${key}.away`)
  await expect
    .poll(readReadiness)
    .toMatchObject({ status: 503, reason: expect.stringContaining('The key secret.key is gone') })
  expect(await write()).toMatchObject({ status: 503 })
  renameSync(`${key}.away`, key)
  await expect.poll(readReadiness).toMatchObject(success)
})

test('a second server on the data folder is refused, and the first one continues', startOptions, async (context) => {
  const { fixture, server, write, success } = await startServer()
  expect(await fixture.refusal()).toContain(`Another Atalaya already uses the data folder ${fixture.folder}`)
  expect(await write()).toMatchObject(success)
  server.signal('SIGKILL')
  await server.exited
  await fixture.startOnce()
  reportFault(context, {
    fault: 'A second server is started on the data folder of one that runs; the first one is killed with `kill -9`',
    expected: 'The second ends with one line and exit code 1, the first goes on; after the kill the next one starts',
    measured: 'So',
  })
})
