import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { childEnv } from '@atalaya/testbed/child-env'
import { expect, onTestFinished, test } from 'vitest'
import { addRandomRows } from '#test/support/random-rows.ts'
import { createTestApp } from '#test/support/test-app.ts'

const maintain = fileURLToPath(new URL('../../../src/maintain.ts', import.meta.url))

// Only Linux gives a process separate mounts.
test.runIf(process.platform === 'linux')('a backup is refused early if the disk lacks room', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  await app.withDatabase((db) => addRandomRows(db, 20_000))
  const folder = join(app.folder, 'small')
  mkdirSync(folder)
  const mountAndRun = `mount -t tmpfs -o size=1m none ${folder} && exec "$0" "$@"`
  const command = [process.execPath, maintain, 'backup', join(folder, 'all.backup')]
  const child = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', mountAndRun, ...command], {
    env: childEnv({ DATA_DIR: app.config.DATA_DIR, DATABASE_URL: app.config.DATABASE_URL ?? '' }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(output).toMatch(
    new RegExp(
      `^A backup needs about [3-9] MiB, and the disk of ${folder} has 1 MiB left; make room or choose another one\n$`,
    ),
  )
  expect(code).toBe(1)
})
