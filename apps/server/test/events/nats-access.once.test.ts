import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats } from '@atalaya/testbed/nats-server'
import { nkeys } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { openBus } from '#server/events/open-bus.ts'
import { explainStartError } from '#server/operations/start-error.ts'

const deployedConfig = readFileSync(new URL('../../../../deploy/nats.conf', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'atalaya-nats-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function writeIntoFolder(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

/** A pair of keys: the seed in a file, and the public part for `nats.conf`. */
function createKey(name: string) {
  const pair = nkeys.createUser()
  return { seed: writeIntoFolder(name, `${new TextDecoder().decode(pair.getSeed())}\n`), public: pair.getPublicKey() }
}

async function open(NATS_URL: string, NATS_CREDENTIALS?: string) {
  const reported: unknown[] = []
  const faults = createFaults((error) => reported.push(error))
  const bus = await openBus({ NATS_URL, NATS_CREDENTIALS }, faults, 'home')
  onTestFinished(() => bus.close())
  return { bus, reported }
}
const refusalOf = (...settings: Parameters<typeof open>) => open(...settings).then(() => 'nothing', explainStartError)
const REFUSED = 'NATS refused this instance; check NATS_CREDENTIALS, or user and password in NATS_URL'

describe('deploy/nats.conf', () => {
  const [one, two, stranger] = [createKey('one'), createKey('two'), createKey('stranger')]
  let nats: Awaited<ReturnType<typeof startNats>>
  beforeAll(async () => {
    const known = deployedConfig.replace('UA…', one.public).replace('UB…', two.public)
    nats = await startNats(['-c', writeIntoFolder('nats.conf', known)])
    return nats.stop
  })

  test('gives instances with their keys all the rights that they need', async () => {
    const [here, there] = [await open(nats.url, one.seed), await open(nats.url, two.seed)]
    const received: unknown[] = []
    there.bus.subscribe('news', (message) => received.push(message))
    // A message sent before the server knows the subscription is lost.
    await expect.poll(() => [here.bus.publish('news', 1), received.length][1]).toBeGreaterThan(0)
    expect([...here.reported, ...there.reported]).toEqual([])
  })

  test.each([
    ['without a key', undefined],
    ['with an unknown key', stranger.seed],
  ])('refuses a connection %s', async (_what, file) => {
    expect(await refusalOf(nats.url, file)).toBe(REFUSED)
  })
})

test('user and password are read from the address, of one server or of several', async () => {
  const nats = await startNats(['--user', 'atalaya', '--pass', 'p@ss word'])
  onTestFinished(nats.stop)
  const address = nats.url.replace('//', '//atalaya:p%40ss%20word@')
  await open(`${address},nats://127.0.0.1:1`)
  expect(await refusalOf(nats.url.replace('//', '//atalaya:wrong@'))).toBe(REFUSED)
  expect(await refusalOf(nats.url)).toBe(REFUSED)
})

test('an instance reconnects after NATS refused it for a while', async () => {
  const nats = await startNats(['--user', 'atalaya', '--pass', 'right'])
  onTestFinished(nats.stop)
  const { bus } = await open(nats.url.replace('//', '//atalaya:right@'))
  await nats.revive(['--user', 'atalaya', '--pass', 'other'])
  await expect.poll(bus.isConnected).toBe(false)
  await expect.poll(() => nats.log().match(/authentication error/g)?.length, { timeout: 10_000 }).toBeGreaterThan(3)
  await nats.revive(['--user', 'atalaya', '--pass', 'right'])
  await expect.poll(bus.isConnected).toBe(true)
})

test('a forbidden subject is reported', async () => {
  const user = '{ user: a, password: b, permissions { publish: "atalaya.>", subscribe: "elsewhere" } }'
  const users = `authorization { users: [ ${user} ] }`
  const nats = await startNats(['-c', writeIntoFolder('narrow.conf', users)])
  onTestFinished(nats.stop)
  const { bus, reported } = await open(nats.url.replace('//', '//a:b@'))
  bus.subscribe('news', () => {})
  await expect.poll(() => reported.map(String)).toContainEqual(expect.stringContaining('atalaya.home.news'))
})

test.each([
  ['a missing file of credentials', () => join(folder, 'none'), "the file can't be read (ENOENT)"],
  [
    'a file without credentials',
    () => writeIntoFolder('else', 'secret'),
    'the file holds neither the seed of an nkey (SU…) nor',
  ],
])('%s is reported at the start', async (_what, file, message) => {
  expect(await refusalOf('nats://127.0.0.1:4222', file())).toContain(`Setting NATS_CREDENTIALS: ${message}`)
})
