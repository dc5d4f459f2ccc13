import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { expect, onTestFinished, test } from 'vitest'
import { backUp, restore } from '#server/db/backup/backup.ts'
import { sqliteFile } from '#server/db/open.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('a restore ignores the log that a deleted database has left behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-log-'))
  const world = await createTestApp()
  onTestFinished(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await world.signUp('ada')
  const backup = join(folder, 'atalaya.backup')
  await backUp(world.config, backup)
  const log = `${sqliteFile(world.config)}-wal`
  await world.signUp('grace')
  copyFileSync(log, join(folder, 'log'))

  await world.app.close()
  rmSync(sqliteFile(world.config))
  copyFileSync(join(folder, 'log'), log)
  await restore(world.config, backup)
  await world.restart()
  const signedIn = await world.call(auth.login, { body: { username: 'ada', password: 'correct horse battery' } })
  const { body } = await world.call(users.list, {}, signedIn.body.data.tokens.accessToken)
  expect(body.data.users.map(({ username }: { username: string }) => username)).toEqual(['ada'])
})
