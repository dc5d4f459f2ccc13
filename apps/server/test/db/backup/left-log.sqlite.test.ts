import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { expect, onTestFinished, test } from 'vitest'
import { backUp, restore } from '#server/db/backup/backup.ts'
import { sqliteFile } from '#server/db/open.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('a restore is not spoilt by the log that a lost database has left beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-log-'))
  const it = await createTestApp()
  onTestFinished(async () => {
    await it.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await it.signUp('ada')
  const backup = join(folder, 'atalaya.backup')
  await backUp(it.config, backup)
  const log = `${sqliteFile(it.config)}-wal`
  await it.signUp('grace')
  copyFileSync(log, join(folder, 'log'))

  await it.app.close()
  rmSync(sqliteFile(it.config))
  copyFileSync(join(folder, 'log'), log)
  await restore(it.config, backup)
  await it.restart()
  const signedIn = await it.call(auth.login, { body: { username: 'ada', password: 'correct horse battery' } })
  const { body } = await it.call(users.list, {}, signedIn.body.data.tokens.accessToken)
  expect(body.data.users.map(({ username }: { username: string }) => username)).toEqual(['ada'])
})
