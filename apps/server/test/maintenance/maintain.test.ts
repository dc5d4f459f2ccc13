import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { childEnv } from '@atalaya/testbed/child-env'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPerson } from '#test/support/factor-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const entry = fileURLToPath(new URL('../../src/maintain.ts', import.meta.url))
let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

/** Runs a command as people do, on the data of the running server. */
async function run(...args: string[]) {
  const { DATA_DIR, DATABASE_URL = '' } = app.config
  const child = spawn(process.execPath, [entry, ...args], { env: childEnv({ DATA_DIR, DATABASE_URL }) })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, ...output }
}

const signIn = (username: string, password: string) => app.call(auth.login, { body: { username, password } })
const passwordIn = (text: string) => /with the password (\S+) /.exec(text)?.[1] ?? ''

describe('npm run admin', () => {
  test('makes an administrator who is asked to change the password', async () => {
    const made = await run('admin', 'create', 'Ada', 'ada@example.org')
    expect(made).toMatchObject({ code: 0, err: '' })
    const signedIn = (await signIn('ada', passwordIn(made.out))).body.data
    expect(signedIn).toMatchObject({ user: { username: 'Ada', role: 'admin' }, mustChangePassword: true })
    const { accessToken } = signedIn.tokens
    expect((await app.call(audit.list, {}, accessToken)).body.code).toBe('password_change_required')
    const body = { currentPassword: passwordIn(made.out), newPassword: 'a garden at night' }
    expect((await app.call(auth.changePassword, { body }, accessToken)).status).toBe(200)
    const { entries } = (await app.call(audit.list, {}, accessToken)).body.data
    expect(entries.at(-1)).toMatchObject({ action: 'auth.registered', actor: { name: 'command line' } })
    expect((await run('admin', 'list')).out).toMatch(/^Ada\tada@example\.org\tadmin\tactive\t20/)
    expect(await run('admin', 'create', 'ADA', 'other@example.org')).toEqual({
      code: 1,
      out: '',
      err: 'This username or e-mail is already taken\n',
    })
    // Whoever registers next is not the first.
    expect((await app.signUp('bob')).user.role).toBe('user')
  })

  test('gives a new password, which ends all sessions', async () => {
    const ada = await app.signUp('ada')
    const reset = await run('admin', 'reset-password', 'ADA@example.org')
    expect((await app.call(auth.me, {}, ada.tokens.accessToken)).status).toBe(401)
    expect((await signIn('ada', 'correct horse battery')).status).toBe(401)
    expect((await signIn('ada', passwordIn(reset.out))).body.data.mustChangePassword).toBe(true)
    expect((await run('admin', 'reset-password', 'nobody')).err).toBe('There is no account nobody\n')
  })

  test('takes a second factor away from who has lost it, and ends all sessions', async () => {
    await app.signUp('ada')
    const ada = createPerson(app, 'ada')
    await ada.signIn()
    await ada.addPasskey()
    expect((await ada.login()).status).toBe(403)
    const reset = await run('admin', 'reset-second-factor', 'ADA@example.org')
    expect(reset.out).toBe('ada signs in by the password alone now; all its sessions have ended.\n')
    expect(await ada.me()).toBe(401)
    expect((await ada.login()).status).toBe(200)
    expect((await run('admin', 'reset-second-factor', 'nobody')).err).toBe('There is no account nobody\n')
  })

  test('says how it is used', async () => {
    for (const args of [[], ['create', 'ada'], ['list', 'all'], ['create', 'a', 'b', 'c']]) {
      const { code, err } = await run('admin', ...args)
      expect(code).toBe(1)
      expect(err).toContain('npm run admin -- create USERNAME EMAIL')
    }
    expect((await run('admin', 'create', 'a', 'a@example.org')).err).toBe('Username needs at least 3 characters\n')
  })
})

test('npm run backup and restore tell what they did, or in one line why not', async () => {
  await app.signUp('ada')
  const file = join(app.folder, 'all.backup')
  expect((await run('backup', file)).out).toMatch(/all\.backup holds \d+ rows\./)
  expect(existsSync(file)).toBe(true)
  expect(await run('backup', file)).toMatchObject({ code: 1, err: `${file} exists already; choose another name\n` })
  expect((await run('restore', file)).err).toMatch(/stop .* first\n$/)
  expect((await run('restore')).err).toBe('npm run restore -- FILE\n')
  await app.app.close()
  expect((await run('restore', file)).out).toContain('is restored; everybody signs in anew.')
  await app.restart()
  expect((await signIn('ada', 'correct horse battery')).status).toBe(200)
})

test('npm run backup says in one line what stands against it', async () => {
  const nowhere = join(app.folder, 'nowhere')
  expect(await run('backup', join(nowhere, 'all.backup'))).toEqual({
    ...{ code: 1, out: '' },
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

test('npm run backup -- --verify tells whether a file can be restored, and changes nothing', async () => {
  await app.signUp('ada')
  const file = join(app.folder, 'all.backup')
  const made = await run('backup', file)
  // The server goes on meanwhile, and with it the leases of its jobs.
  const state = async () => [
    (await app.dump()).replace(/,?\{"key":"lease[^}]*\}/g, ''),
    readFileSync(file),
    readdirSync(app.folder),
  ]
  const before = await state()
  const rows = /holds (\d+) rows/.exec(made.out)?.[1]
  expect((await run('backup', '--verify', file)).out).toMatch(
    new RegExp(`all\\.backup is whole: ${rows} rows of 20\\S+Z\\. This version can restore it\\.\n$`),
  )
  expect(await state()).toEqual(before)

  truncateSync(file, readFileSync(file).length - 1)
  expect(await run('backup', '--verify', file)).toEqual({
    ...{ code: 1, out: '' },
    err: 'The backup is damaged; use another one\n',
  })
})
