import { existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { auth } from '@atalaya/contract/auth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maintain } from '#test/support/command-line.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const run = (...args: string[]) => maintain(app, ...args)
const signIn = (username: string, password: string) => app.call(auth.login, { body: { username, password } })

test('npm run backup and restore report their result, or the reason for a failure in one line', async () => {
  await app.signUp('ada')
  const file = join(app.folder, 'all.backup')
  expect((await run('backup', file)).out).toMatch(/all\.backup holds \d+ rows\./)
  expect(existsSync(file)).toBe(true)
  expect(await run('backup', file)).toMatchObject({ code: 1, err: `${file} exists already; choose another name\n` })
  expect((await run('restore', file)).err).toMatch(/stop .* first\n$/)
  expect((await run('restore')).err).toBe('npm run restore -- FILE\n')
  await app.app.close()
  expect((await run('restore', file)).out).toContain('is restored; everybody must sign in again.')
  await app.restart()
  expect((await signIn('ada', 'correct horse battery')).status).toBe(200)
})

test('npm run backup reports unusable arguments in one line', async () => {
  const nowhere = join(app.folder, 'nowhere')
  expect(await run('backup', join(nowhere, 'all.backup'))).toEqual({
    code: 1,
    out: '',
    err: `There is no folder ${nowhere}; make it first\n`,
  })
  expect(await run('backup')).toMatchObject({
    code: 1,
    err: expect.stringContaining('npm run backup -- --verify FILE'),
  })
  expect(await run('backup', '--check', nowhere)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Unknown option.*\n$/),
  })
})

test('npm run backup -- --verify reports whether a file can be restored, and changes nothing', async () => {
  await app.signUp('ada')
  const file = join(app.folder, 'all.backup')
  const backup = await run('backup', file)
  // The server keeps running, and renews the leases of its jobs.
  const state = async () => [
    (await app.dump()).replace(/,?\{"key":"lease[^}]*\}/g, ''),
    readFileSync(file),
    readdirSync(app.folder),
  ]
  const before = await state()
  const rows = /holds (\d+) rows/.exec(backup.out)?.[1]
  expect((await run('backup', '--verify', file)).out).toMatch(
    new RegExp(`all\\.backup is whole: ${rows} rows of 20\\S+Z\\. This version can restore it\\.\n$`),
  )
  expect(await state()).toEqual(before)

  truncateSync(file, readFileSync(file).length - 1)
  expect(await run('backup', '--verify', file)).toEqual({
    code: 1,
    out: '',
    err: 'The backup is damaged; use another one\n',
  })
})
