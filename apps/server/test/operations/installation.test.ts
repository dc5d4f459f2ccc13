import { statfsSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { dashboard } from '@atalaya/contract/dashboard'
import { type InstallationStatus, installation, LOST_SECRETS_MAX } from '@atalaya/contract/installation'
import { pageArchive } from '@atalaya/contract/page-archive'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MB = 1024 * 1024
const isSqlite = inject('database') === 'sqlite'
const { bavail, blocks, bsize } = statfsSync(tmpdir())

async function start(config: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(config)
  onTestFinished(app.close)
  const admin = (await app.signUp('admin')).tokens.accessToken
  const status = async (): Promise<InstallationStatus> => (await app.call(installation.status, {}, admin)).body.data
  return { app, status }
}

test('the running time is correct after a change of the clock', async () => {
  let clock = Date.parse('2026-03-01T08:00:00Z')
  const { status } = await start({ now: () => clock })
  clock += 5 * 60_000
  const before = Math.floor(process.uptime() * 1000)
  const runsFor = clock - Date.parse((await status()).startedAt)
  expect(runsFor).toBeGreaterThanOrEqual(before)
  expect(runsFor).toBeLessThanOrEqual(Math.ceil(process.uptime() * 1000))
})

describe('the disk of the data folder', () => {
  // Bounds chosen above or below this disk's figures. With PostgreSQL the folder holds no history, so it is never
  // `full`.
  test.each([
    ['ok', 0],
    ['low', (2 * bavail * bsize) / MB],
    [isSqlite ? 'full' : 'low', (100 * blocks * bsize) / MB],
  ])('is shown as %s', async (level, DISK_LOW_MB) => {
    const { status } = await start({ config: { DISK_LOW_MB } })
    expect((await status()).disk).toEqual({ level, freeBytes: expect.any(Number), totalBytes: blocks * bsize })
  })
})

/** Signs up a user whose pages each have a widget with a secret. */
async function signUpMember(app: TestApp) {
  const token = (await app.signUp('marina')).tokens.accessToken
  const form = { service: 'matrix', homeserver: 'https://127.0.0.1:1', user: '@ada:example.org', token: 'the secret' }
  const body = { meta: { id: 'conversations' }, config: form }
  async function add(name: string) {
    const { page } = (await app.call(dashboard.create, { body: { name } }, token)).body.data
    const { module } = (await app.call(dashboard.install, { params: { id: page._id }, body }, token)).body.data
    return { id: page._id, moduleId: module._id }
  }
  return {
    add,
    /** Enters the secret of a widget again. */
    enter: (params: { id: string; moduleId: string }) =>
      app.call(dashboard.editModule, { params, body: { config: form } }, token),
    remove: ({ id }: { id: string }) => app.call(dashboard.remove, { params: { id } }, token),
    restore: ({ id }: { id: string }) => app.call(pageArchive.restore, { params: { id } }, token),
  }
}

/** Makes all secrets look sealed with another key. */
async function loseKey(app: TestApp): Promise<void> {
  const seal = sql<string>`replace(config, '"v1.', '"v1.00000000')`
  await app.withDatabase((db) => db.updateTable('widgets').set({ config: seal }).execute())
  await app.restart()
}

describe('widgets with a lost key', () => {
  test('are listed with page and owner until their secrets are entered again', async () => {
    const { app, status } = await start()
    const marina = await signUpMember(app)
    const hall = await marina.add('Hall')
    const attic = await marina.add('Attic')
    expect((await status()).lostSecrets).toEqual({ widgets: [], isMore: false })

    await loseKey(app)
    const lost = (page: string, { moduleId }: { moduleId: string }) => {
      return { widgetId: moduleId, widget: 'Conversations', page, owner: 'marina' }
    }
    const { widgets, isMore } = (await status()).lostSecrets
    expect(isMore).toBe(false)
    expect(widgets).toHaveLength(2)
    expect(widgets).toEqual(expect.arrayContaining([lost('Hall', hall), lost('Attic', attic)]))

    await marina.enter(hall)
    await marina.remove(attic)
    expect((await status()).lostSecrets.widgets).toEqual([])
    await marina.restore(attic)
    expect((await status()).lostSecrets.widgets).toEqual([lost('Attic', attic)])
    await marina.enter(attic)
    expect((await status()).lostSecrets.widgets).toEqual([])
  })

  test('are listed up to a maximum', async () => {
    const { app, status } = await start()
    const marina = await signUpMember(app)
    for (let page = 0; page <= LOST_SECRETS_MAX; page++) await marina.add(`Page ${page}`)
    await loseKey(app)
    const { widgets, isMore } = (await status()).lostSecrets
    expect([widgets.length, isMore]).toEqual([LOST_SECRETS_MAX, true])
  })
})

describe('the address for other machines', () => {
  const addressFor = async (config: object) => {
    const app = await createTestApp({ config })
    onTestFinished(app.close)
    const member = (await app.signUp('marina')).tokens.accessToken
    return (await app.call(installation.address, {}, member)).body.data.url
  }

  test('is null if the server listens on localhost only', async () => {
    expect(await addressFor({ HOST: '127.0.0.1' })).toBeNull()
  })

  test('is the public URL if one is set', async () => {
    expect(await addressFor({ PUBLIC_URL: 'https://atalaya.example.org' })).toBe('https://atalaya.example.org')
  })

  test('is an address of the machine if the server listens on all interfaces', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((infos = []) => infos.map(({ address }) => address))
    const url = await addressFor({ HOST: '0.0.0.0' })
    // A machine without a network has no address.
    if (url !== null) expect(addresses).toContain(new URL(url).hostname)
  })
})
