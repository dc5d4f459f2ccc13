import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createBackupFolder } from '#server/backups/backup-folder.ts'
import { createBackupsRepo } from '#server/backups/backups.repo.ts'
import { createBackups } from '#server/backups/backups.service.ts'
import { transactionsOn } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import type { Db } from '#server/db/schema.ts'
import type { Caller } from '#server/domain/actors.ts'
import { createTestApp } from '#test/support/test-app.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')
const HOUR = 60 * 60_000
const ada = { userId: 'ada', username: 'ada', ip: '' } as Caller

/** Backups in one folder and database. `started` lists those begun so far; `end` completes one. */
async function backupWorld() {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const started: { at: number; end: () => void }[] = []
  let clock = NOON
  const write = (file: string, at: number, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => reject(signal.reason))
    started.push({ at, end: resolve })
    return promise.then(() => writeFileSync(file, ''))
  }
  return {
    started,
    startTimes: () => started.map(({ at }) => at),
    advance(ms: number) {
      clock += ms
      return clock
    },
    withDatabase: app.withDatabase,
    start: (db: Db) =>
      createBackups({
        repo: createBackupsRepo(db),
        tx: transactionsOn(db),
        folder: createBackupFolder(app.folder),
        everyHours: 24,
        keep: 2,
        settings: { backupCheckEveryMs: 10 },
        now: () => clock,
        write,
        runExclusive: (_job, work) => work().then(() => true),
        faults: createFaults((error) => expect.unreachable(String(error))),
      }),
  }
}

test('a backup requested while another is being made is made afterwards, to include the latest changes', async () => {
  const { started, startTimes, advance, withDatabase, start } = await backupWorld()
  await withDatabase(async (db) => {
    const service = await start(db)
    await expect.poll(startTimes).toEqual([NOON])
    const requestedAt = advance(60_000)
    expect(await service.ask(ada)).toMatchObject({ isAsked: true })
    started[0]?.end()
    await expect.poll(startTimes).toEqual([NOON, requestedAt])
    started[1]?.end()
    await expect.poll(async () => (await service.status()).isAsked).toBe(false)
    expect(startTimes()).toEqual([NOON, requestedAt])
    await service.stop()
  })
})

test('a requested backup that is incomplete when the server stops is made after the next start', async () => {
  const { started, startTimes, advance, withDatabase, start } = await backupWorld()
  await withDatabase(async (db) => {
    const first = await start(db)
    await expect.poll(startTimes).toEqual([NOON])
    started[0]?.end()
    await expect.poll(async () => (await first.status()).lastAt).not.toBeNull()
    const requestedAt = advance(HOUR)
    await first.ask(ada)
    await expect.poll(startTimes).toEqual([NOON, requestedAt])
    await first.stop()
    const restartedAt = advance(HOUR)
    const second = await start(db)
    expect(await second.status()).toMatchObject({ isAsked: true, failure: null })
    await expect.poll(startTimes).toEqual([NOON, requestedAt, restartedAt])
    started[2]?.end()
    await expect.poll(async () => (await second.status()).isAsked).toBe(false)
    await second.stop()
  })
})
