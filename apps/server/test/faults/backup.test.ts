import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnv } from '@atalaya/testbed/child-env'
import { expect, inject, test } from 'vitest'
import { checkBackup } from '#server/db/backup/backup.ts'
import { reportFault } from '#test/support/fault-report.ts'
import { addRandomRows } from '#test/support/random-rows.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const maintain = fileURLToPath(new URL('../../src/maintain.ts', import.meta.url))
const points = inject('faultRounds') > 0 ? 20 : 4
const ROWS = 20_000
const POINT_MS = 90_000

const run = ({ config }: TestApp, ...args: string[]) =>
  spawn(process.execPath, [maintain, ...args], {
    env: childEnv({ DATA_DIR: config.DATA_DIR, DATABASE_URL: config.DATABASE_URL ?? '' }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const exitCodeOf = async (child: ReturnType<typeof run>) => (await once(child, 'exit'))[0]

/** Kills a backup as soon as `isReached` is true after a change in its folder. */
async function killAt(child: ReturnType<typeof run>, folder: string, isReached: () => boolean): Promise<void> {
  const watcher = watch(folder, () => isReached() && child.kill('SIGKILL'))
  await once(child, 'exit')
  watcher.close()
}

test(
  'a backup killed at any time leaves a complete file or none, and the next one succeeds',
  async (context) => {
    const app = await createTestApp()
    await app.withDatabase((db) => addRandomRows(db, ROWS))
    const folder = join(app.folder, 'backups')
    const file = join(folder, 'all.backup')
    mkdirSync(folder)
    expect(await exitCodeOf(run(app, 'backup', file))).toBe(0)
    const { size } = statSync(file)
    rmSync(file)

    const fileSizes = () =>
      readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size)
    let interrupted = 0
    for (let point = 0; point < points; point++) {
      // Kills from the first byte to the last one, and right after the file got its name.
      const minimumBytes = (point / (points - 2)) * size
      const isLast = point === points - 1
      const isReached = () =>
        isLast ? existsSync(file) : fileSizes().some((bytes) => bytes !== undefined && bytes >= minimumBytes)
      const before = readdirSync(folder)
      await killAt(run(app, 'backup', file), folder, isReached)
      if (!existsSync(file)) interrupted++
      else expect((await checkBackup(file)).rows, `point ${point}`).toBeGreaterThanOrEqual(ROWS)
      rmSync(file, { force: true })
      // Leftovers of an earlier backup are gone.
      expect(readdirSync(folder).filter((name) => before.includes(name))).toEqual([])
    }
    expect(interrupted).toBeGreaterThan(0)

    expect(await exitCodeOf(run(app, 'backup', file))).toBe(0)
    expect(readdirSync(folder)).toEqual(['all.backup'])
    expect((await checkBackup(file)).rows).toBeGreaterThanOrEqual(ROWS)
    await app.app.close()
    expect(await exitCodeOf(run(app, 'restore', file))).toBe(0)
    await app.close()
    reportFault(context, {
      fault: '`kill -9` of a backup, from its first byte to its name',
      expected: 'What has the name is whole, or nothing has it; the next backup removes what is left and is made',
      measured: `${points} kills, ${interrupted} of them before the file had its name; none left a file that is not whole`,
    })
  },
  points * POINT_MS,
)
