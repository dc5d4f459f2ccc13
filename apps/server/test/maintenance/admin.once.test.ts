import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { maintain } from '#test/support/command-line.ts'
import { createPerson } from '#test/support/factor-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const run = (...args: string[]) => maintain(app, ...args)
const signIn = (username: string, password: string) => app.call(auth.login, { body: { username, password } })
const passwordIn = (text: string) => /with the password (\S+) /.exec(text)?.[1] ?? ''

describe('npm run admin', () => {
  test('creates an administrator who must change the password', async () => {
    const created = await run('admin', 'create', 'Ada', 'ada@example.org')
    expect(created).toMatchObject({ code: 0, err: '' })
    const signedIn = (await signIn('ada', passwordIn(created.out))).body.data
    expect(signedIn).toMatchObject({ user: { username: 'Ada', role: 'admin' }, mustChangePassword: true })
    const { accessToken } = signedIn.tokens
    expect((await app.call(audit.list, {}, accessToken)).body.code).toBe('password_change_required')
    const body = { currentPassword: passwordIn(created.out), newPassword: 'a garden at night' }
    expect((await app.call(auth.changePassword, { body }, accessToken)).status).toBe(200)
    const { entries } = (await app.call(audit.list, {}, accessToken)).body.data
    expect(entries.at(-1)).toMatchObject({ action: 'auth.registered', actor: { name: 'command line' } })
    expect((await run('admin', 'list')).out).toMatch(/^Ada\tada@example\.org\tadmin\tactive\t20/)
    expect(await run('admin', 'create', 'ADA', 'other@example.org')).toEqual({
      code: 1,
      out: '',
      err: 'This username or e-mail is already taken\n',
    })
    // The next person to register is not the first.
    expect((await app.signUp('bob')).user.role).toBe('user')
  })

  test('sets a new password and ends all sessions', async () => {
    const ada = await app.signUp('ada')
    const reset = await run('admin', 'reset-password', 'ADA@example.org')
    expect((await app.call(auth.me, {}, ada.tokens.accessToken)).status).toBe(401)
    expect((await signIn('ada', 'correct horse battery')).status).toBe(401)
    expect((await signIn('ada', passwordIn(reset.out))).body.data.mustChangePassword).toBe(true)
    expect((await run('admin', 'reset-password', 'nobody')).err).toBe('There is no account named nobody\n')
  })

  test('sets a new password for an account that wrong passwords have locked', async () => {
    await app.signUp('ada')
    let status = 401
    while (status === 401) ({ status } = await signIn('ada', 'a wrong password'))
    expect(status).toBe(429)
    const { out } = await run('admin', 'reset-password', 'ada')
    expect((await signIn('ada', passwordIn(out))).status).toBe(200)
  })

  test('removes a lost second factor and ends all sessions', async () => {
    await app.signUp('ada')
    const ada = createPerson(app, 'ada')
    await ada.signIn()
    await ada.addPasskey()
    expect((await ada.login()).status).toBe(403)
    const reset = await run('admin', 'reset-second-factor', 'ADA@example.org')
    expect(reset.out).toBe('ada signs in by the password alone now; all its sessions have ended.\n')
    expect(await ada.meStatus()).toBe(401)
    expect((await ada.login()).status).toBe(200)
    expect((await run('admin', 'reset-second-factor', 'nobody')).err).toBe('There is no account named nobody\n')
  })

  test('prints its usage if the arguments are wrong', async () => {
    for (const args of [[], ['create', 'ada'], ['list', 'all'], ['create', 'a', 'b', 'c']]) {
      const { code, err } = await run('admin', ...args)
      expect(code).toBe(1)
      expect(err).toContain('npm run admin -- create USERNAME EMAIL')
    }
    expect((await run('admin', 'create', 'a', 'a@example.org')).err).toBe('Username needs at least 3 characters\n')
  })
})
