import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createBackupFolder } from '#server/backups/backup-folder.ts'
import { createBackupsRepo } from '#server/backups/backups.repo.ts'
import { createBackups } from '#server/backups/backups.service.ts'
import { transactionsOn } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import type { Caller } from '#server/domain/actors.ts'
import { createTestApp } from '#test/support/test-app.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')

test('one that is asked for while another is being made is made after it, as that one may lack the newest', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  await app.withDatabase(async (db) => {
    const made: { at: number; end: () => void }[] = []
    let clock = NOON
    const service = await createBackups({
      repo: createBackupsRepo(db),
      tx: transactionsOn(db),
      folder: createBackupFolder(app.folder),
      ...{ everyHours: 24, keep: 2, settings: { backupLookMs: 10 }, now: () => clock },
      write(file, at) {
        const { promise, resolve } = Promise.withResolvers<void>()
        made.push({ at, end: resolve })
        return promise.then(() => writeFileSync(file, ''))
      },
      alone: (_job, work) => work().then(() => true),
      faults: createFaults((error) => expect.unreachable(String(error))),
    })
    const times = () => made.map(({ at }) => at)
    await expect.poll(times).toEqual([NOON])
    clock += 60_000
    expect(await service.ask({ userId: 'ada', username: 'ada', ip: '' } as Caller)).toMatchObject({ isAsked: true })
    made[0]?.end()
    await expect.poll(times).toEqual([NOON, clock])
    made[1]?.end()
    await expect.poll(async () => (await service.status()).isAsked).toBe(false)
    expect(times()).toEqual([NOON, clock])
    await service.stop()
  })
})
