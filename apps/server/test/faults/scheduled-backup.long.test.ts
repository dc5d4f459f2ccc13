import { existsSync, mkdirSync, readdirSync, rmSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { checkBackup } from '#server/db/backup/backup.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { reportFault } from '#test/support/fault-report.ts'
import { addRandomRows } from '#test/support/random-rows.ts'
import { createServerFixture } from '#test/support/server-fixture.ts'

const program = fileURLToPath(new URL('../support/fault-test-server.ts', import.meta.url))
const POINTS = 20
const ROWS = 20_000
const POINT_MS = 30_000

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size

/** Resolves as soon as `isReached` accepts a change in the folder. */
async function untilReached(folder: string, isReached: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const watcher = watch(folder, () => isReached() && resolve())
  await promise
  watcher.close()
}

test(
  'a server that is killed during a scheduled backup makes it again',
  async (context) => {
    const fixture = await createServerFixture()
    const folder = join(fixture.folder, '..', 'backups')
    mkdirSync(folder)
    const start = () => fixture.start({ BACKUP_DIR: folder }, { program })
    async function withDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
      const db = await openDatabase(readConfig(fixture.settings))
      await work(db).finally(() => db.destroy())
    }
    const paths = () => readdirSync(folder).map((name) => join(folder, name))
    const completeBackups = () => paths().filter((path) => path.endsWith('.backup'))

    await fixture.startOnce()
    await withDatabase((db) => addRandomRows(db, ROWS))
    // The first one gives the size of a backup.
    const first = start()
    await untilReached(folder, () => completeBackups().length > 0)
    first.signal('SIGKILL')
    await first.exited
    const size = sizeOf(completeBackups()[0] ?? '') ?? 0

    let interrupted = 0
    for (let point = 0; point < POINTS; point++) {
      for (const path of completeBackups()) rmSync(path)
      // On PostgreSQL the lease of the killed server would delay the next backup.
      await withDatabase((db) => db.deleteFrom('meta').where('key', '=', 'lease.backup').execute())
      const before = paths()
      const minimumBytes = (point / POINTS) * size
      const server = start()
      await untilReached(folder, () =>
        paths().some((path) => !before.includes(path) && (sizeOf(path) ?? 0) >= minimumBytes),
      )
      server.signal('SIGKILL')
      await server.exited
      const [backup] = completeBackups()
      if (backup === undefined) interrupted++
      else expect((await checkBackup(backup)).rows, `point ${point}`).toBeGreaterThanOrEqual(ROWS)
      expect(before.filter((path) => existsSync(path))).toEqual([])
    }
    expect(interrupted).toBeGreaterThan(0)

    await withDatabase((db) => db.deleteFrom('meta').where('key', '=', 'lease.backup').execute())
    for (const path of completeBackups()) rmSync(path)
    const last = start()
    onTestFinished(() => last.signal('SIGKILL'))
    await expect.poll(paths, { timeout: POINT_MS }).toEqual([expect.stringMatching(/\.backup$/)])
    expect((await checkBackup(paths()[0] ?? '')).rows).toBeGreaterThanOrEqual(ROWS)
    reportFault(context, {
      fault: '`kill -9` of a server that makes a backup by itself',
      expected: 'As with a backup by hand; the next start makes it again',
      measured: `${POINTS} kills, ${interrupted} of them before the file had its name; none left a file that is not whole`,
    })
  },
  POINTS * POINT_MS,
)
