import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { audit } from '@atalaya/contract/audit'
import { backups } from '@atalaya/contract/backups'
import { startNats } from '@atalaya/testbed/nats-server'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createApp } from '#server/compose/app.ts'
import { checkBackup } from '#server/db/backup/backup.ts'
import { maintain } from '#test/support/command-line.ts'
import { secretKeyOf } from '#test/support/secret-key-of.ts'
import { CHEAP_HASHING, createTestApp, type TestApp } from '#test/support/test-app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.parse('2026-03-01T12:00:00Z')
const times = { backupCheckEveryMs: 20, hashing: CHEAP_HASHING }

let clock: number
let app: TestApp
let folder: string
const now = () => clock
beforeEach(async () => {
  clock = NOON
  app = await createTestApp({ now })
  folder = join(app.folder, 'backups')
  await app.signUp('ada')
})
afterEach(() => app.close())

/** Starts the server again with these settings. */
async function restartWith(config: Record<string, unknown> = {}) {
  await app.app.close()
  const parsed = { ...app.config, BACKUP_DIR: folder, BACKUP_EVERY_HOURS: 24, BACKUP_KEEP: 2, ...config }
  const instance = await createApp(parsed, now, times)
  await instance.app.ready()
  let token = ''
  async function signIn() {
    const payload = { username: 'ada', password: 'correct horse battery' }
    const reply = await instance.app.inject({ method: 'POST', url: '/auth/login', payload })
    token = reply.json().data.tokens.accessToken
  }
  await signIn()
  const send = (method: 'GET' | 'POST', url: string) =>
    instance.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
  const get = (url: string) => send('GET', url)
  return {
    async requestBackup() {
      const { statusCode, body } = await send('POST', backups.make.path)
      const { data, error } = JSON.parse(body)
      return { status: statusCode, schedule: data?.schedule, error }
    },
    async auditActions(): Promise<string[]> {
      const { data } = (await get(audit.list.path)).json()
      return data.entries.map(({ action }: { action: string }) => action)
    },
    status: async () => (await get(backups.status.path)).json().data.schedule,
    metrics: async () => (await get('/metrics')).body,
    /** Advances the clock, and signs in again as the session may have ended. */
    async advance(ms: number) {
      clock += ms
      await signIn()
    },
    close: () => instance.app.close(),
  }
}
const listBackups = () => readdirSync(folder).filter((name) => name.endsWith('.backup'))

describe('scheduled backups', () => {
  test('are made at the interval, can be restored, and replace the oldest', async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'by-hand.backup'), 'precious')
    // Unfinished file of a killed process: no process has this id.
    writeFileSync(join(folder, '.atalaya-backup-2147483647-0123456789abcdef.part'), 'half')
    const server = await restartWith()
    const firstBackup = 'atalaya-2026-03-01T12-00-00Z.backup'
    await expect.poll(server.status).toEqual({
      everyHours: 24,
      keep: 2,
      isLate: false,
      isAsked: false,
      failure: null,
      lastAt: '2026-03-01T12:00:00.000Z',
    })
    expect(readdirSync(folder)).toEqual([firstBackup, 'by-hand.backup'])
    expect(await checkBackup(join(folder, firstBackup))).toMatchObject({ createdAt: '2026-03-01T12:00:00.000Z' })

    for (const day of ['02', '03']) {
      await server.advance(24 * HOUR)
      await expect.poll(listBackups).toContain(`atalaya-2026-03-${day}T12-00-00Z.backup`)
      await expect.poll(async () => (await server.status()).lastAt).toBe(`2026-03-${day}T12:00:00.000Z`)
    }
    expect(listBackups()).toEqual([
      ...['atalaya-2026-03-02T12-00-00Z.backup', 'atalaya-2026-03-03T12-00-00Z.backup', 'by-hand.backup'],
    ])
    clock += 2 * HOUR
    await expect.poll(server.metrics).toMatch(/^backup_age_seconds 7200$/m)
    expect(await server.metrics()).toMatch(/^backup_failed 0$/m)
    await server.close()
  })

  test('are made again if they were removed, and future dates do not count', async () => {
    const server = await restartWith()
    const noonBackup = 'atalaya-2026-03-01T12-00-00Z.backup'
    await expect.poll(async () => (await server.status()).lastAt).toBe('2026-03-01T12:00:00.000Z')
    for (const year of [2030, 2031, 2032]) writeFileSync(join(folder, `atalaya-${year}-01-01T00-00-00Z.backup`), '')
    rmSync(join(folder, noonBackup))
    clock += MINUTE
    await expect.poll(async () => (await server.status()).lastAt).toBe('2026-03-01T12:01:00.000Z')
    expect(listBackups()).toEqual(['atalaya-2026-03-01T12-01-00Z.backup', 'atalaya-2032-01-01T00-00-00Z.backup'])
    await server.close()
  })

  test('report their failure and are tried again, also after the clock was set back', async () => {
    writeFileSync(folder, 'a file')
    const server = await restartWith()
    await expect.poll(server.status).toMatchObject({
      lastAt: null,
      isLate: false,
      failure: { at: '2026-03-01T12:00:00.000Z', reason: `${folder} is no folder; choose another one` },
    })
    await expect.poll(server.metrics).toMatch(/^backup_failed 1$/m)
    expect(await server.metrics()).toMatch(/^backup_age_seconds \+Inf$/m)
    for (let minute = 0; minute < 10; minute++) await server.advance(MINUTE)
    await expect.poll(server.status).toMatchObject({ failure: { at: '2026-03-01T12:10:00.000Z' } })
    // Tried at the beginning and after ten minutes, not every minute.
    expect(await server.metrics()).toMatch(/^atalaya_faults_total\{where="job"\} 2$/m)
    rmSync(folder)
    await server.advance(10 * MINUTE)
    await expect.poll(server.status).toMatchObject({ lastAt: '2026-03-01T12:20:00.000Z', failure: null })
    await server.close()

    clock += 49 * HOUR
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file')
    const later = await restartWith()
    await expect.poll(later.status).toMatchObject({ lastAt: null, failure: { at: '2026-03-03T13:20:00.000Z' } })
    await later.advance(-HOUR)
    await expect.poll(later.status).toMatchObject({ failure: { at: '2026-03-03T12:20:00.000Z' } })
    await later.close()
  })

  test('can be requested in between, once for simultaneous requests, with one audit entry', async () => {
    const server = await restartWith()
    await expect.poll(server.status).toMatchObject({ lastAt: '2026-03-01T12:00:00.000Z', isAsked: false })
    await server.advance(9 * MINUTE)
    expect(await server.requestBackup()).toMatchObject({
      status: 409,
      error: 'The newest backup is less than ten minutes old; ask again in 1 min',
    })
    await server.advance(MINUTE)
    const answers = await Promise.all([server.requestBackup(), server.requestBackup()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await expect.poll(server.status).toMatchObject({ lastAt: '2026-03-01T12:10:00.000Z', isAsked: false })
    expect(listBackups()).toEqual(['atalaya-2026-03-01T12-00-00Z.backup', 'atalaya-2026-03-01T12-10-00Z.backup'])
    expect((await server.auditActions()).filter((action) => action === 'server.backup_asked')).toHaveLength(1)
    // The next scheduled backup is due a day after the requested one.
    await server.advance(24 * HOUR - MINUTE)
    expect((await server.status()).lastAt).toBe('2026-03-01T12:10:00.000Z')
    await server.close()
  })

  test('report the failure of a requested one, which is not tried again', async () => {
    writeFileSync(folder, 'a file')
    const server = await restartWith()
    await expect.poll(server.status).toMatchObject({ failure: { at: '2026-03-01T12:00:00.000Z' } })
    await server.advance(MINUTE)
    expect(await server.requestBackup()).toMatchObject({ status: 200, schedule: { isAsked: true } })
    await expect
      .poll(server.status)
      .toMatchObject({ isAsked: false, lastAt: null, failure: { at: '2026-03-01T12:01:00.000Z' } })
    rmSync(folder)
    expect(await server.requestBackup()).toMatchObject({ status: 200 })
    await expect.poll(server.status).toMatchObject({ lastAt: '2026-03-01T12:01:00.000Z', failure: null })
    await server.close()
  })

  test('are not made again for a request stored in the restored backup', async () => {
    const server = await restartWith()
    await expect.poll(server.status).toMatchObject({ lastAt: '2026-03-01T12:00:00.000Z' })
    await server.advance(10 * MINUTE)
    await server.requestBackup()
    await expect.poll(server.status).toMatchObject({ lastAt: '2026-03-01T12:10:00.000Z', isAsked: false })
    await server.close()
    const file = join(folder, 'atalaya-2026-03-01T12-10-00Z.backup')
    expect((await maintain(app, 'restore', file)).out).toContain('is restored')
    clock += HOUR
    const restored = await restartWith()
    // The state in the backup is older than its file. This age shows that the server found the file.
    await expect.poll(restored.metrics).toMatch(/^backup_age_seconds 3600$/m)
    expect(await restored.status()).toMatchObject({ isAsked: false, lastAt: '2026-03-01T12:10:00.000Z' })
    await restored.close()
  })

  test('are disabled without a folder for them', async () => {
    const server = await restartWith({ BACKUP_DIR: undefined })
    expect(await server.status()).toBeNull()
    expect(await server.requestBackup()).toMatchObject({
      status: 409,
      error: 'No backups are made: set BACKUP_DIR where the server is started',
    })
    expect(await server.metrics()).not.toContain('backup_')
    await server.close()
  })
})

test.runIf(inject('database') !== 'sqlite')('several instances make each backup once, and all report it', async () => {
  const nats = await startNats()
  onTestFinished(nats.stop)
  const shared = { NATS_URL: nats.url, SECRET_KEY: await secretKeyOf(app.config) }
  const otherFolders = { DATA_DIR: join(app.folder, 'elsewhere'), BACKUP_DIR: join(app.folder, 'other') }
  const servers = [await restartWith(shared), await restartWith({ ...shared, ...otherFolders })]
  for (const { status, metrics } of servers) {
    await expect.poll(status).toMatchObject({ lastAt: '2026-03-01T12:00:00.000Z' })
    await expect.poll(metrics).toMatch(/^backup_age_seconds 0$/m)
  }
  expect(readdirSync(app.folder)).not.toContain('other')
  await Promise.all(servers.map(({ close }) => close()))
})

// Both share the folder: after ten minutes either instance may make the backup.
test.runIf(inject('database') !== 'sqlite')('several instances make a requested backup once', async () => {
  const nats = await startNats()
  onTestFinished(nats.stop)
  const shared = { NATS_URL: nats.url, SECRET_KEY: await secretKeyOf(app.config) }
  const servers = [await restartWith(shared), await restartWith({ ...shared, DATA_DIR: join(app.folder, 'elsewhere') })]
  for (const { status } of servers) await expect.poll(status).toMatchObject({ lastAt: '2026-03-01T12:00:00.000Z' })
  for (const { advance } of servers) await advance(5 * MINUTE)
  const answers = await Promise.all(servers.map(({ requestBackup }) => requestBackup()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  for (const { status } of servers) {
    await expect.poll(status).toMatchObject({ lastAt: '2026-03-01T12:10:00.000Z', isAsked: false })
  }
  expect(listBackups()).toEqual(['atalaya-2026-03-01T12-00-00Z.backup', 'atalaya-2026-03-01T12-10-00Z.backup'])
  expect((await servers[0]?.auditActions())?.filter((action) => action === 'server.backup_asked')).toHaveLength(1)
  await Promise.all(servers.map(({ close }) => close()))
})
