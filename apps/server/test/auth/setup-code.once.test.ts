import { connect } from 'node:net'
import { auth } from '@atalaya/contract/auth'
import { someone } from '@atalaya/testbed/people'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { isSameCode, setupCodeOf } from '#server/auth/setup-code.ts'
import type { Config } from '#server/config.ts'
import { rates } from '#server/limits/limits.ts'
import { secretKeyOf } from '#test/support/secret-key-of.ts'
import { type CallOptions, createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
afterEach(() => app.close())

const startServer = async (config: Partial<Config>) => {
  app = await createTestApp({ config })
}
const readSetupCode = async () => setupCodeOf(await secretKeyOf(app.config))
const needsCode = async (headers = {}) => (await app.call(auth.setup, { headers })).body.data.needsCode
const register = (fields: Record<string, unknown> = {}, from = '127.0.0.1') =>
  app.call(auth.register, { body: someone(fields), from })

describe('a server that other machines reach', () => {
  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { HOST: 'atalaya.lan' },
    { PUBLIC_URL: 'https://atalaya.example.org' },
    { ALLOWED_HOSTS: ['atalaya.example.org'] },
  ])('requires the setup code for the first account: %o', async (config) => {
    await startServer(config)
    expect(await needsCode()).toBe(true)
    const refused = await register()
    expect(refused).toMatchObject({ status: 403, body: { code: 'auth.setup_code' } })
    expect(refused.body.message).toBe(
      'The first account needs the setup code. A server that listens to others prints it with each start, in its terminal or log; "npm run admin" makes an administrator without it.',
    )
    const registered = await register({ setupCode: await readSetupCode() })
    expect(registered).toMatchObject({ status: 200, body: { data: { user: { role: 'admin' } } } })
  })

  test('requires the setup code for the first account only', async () => {
    await startServer({ HOST: '0.0.0.0' })
    await register({ setupCode: await readSetupCode() })
    expect(await needsCode()).toBe(false)
    expect((await register()).body.data.user.role).toBe('user')
    expect((await register({ setupCode: await readSetupCode() })).body.data.user.role).toBe('user')
  })

  test('limits wrong setup codes to ten, and still accepts the right one', async () => {
    await startServer({ HOST: '0.0.0.0' })
    for (let guess = 0; guess < rates.wrongSetupCodes.max; guess++) {
      const reply = await register({ setupCode: `AAAA-BBBB-${1000 + guess}` })
      expect(reply.status).toBe(403)
      expect(reply.body.message).toContain('This is not the setup code.')
    }
    const guess = await register({ setupCode: 'AAAA-BBBB-2000' })
    expect(guess).toMatchObject({ status: 429, body: { code: 'auth.too_many' } })
    for (let n = 0; n < rates.registrations.max; n++) await register()
    expect((await register({ setupCode: await readSetupCode() })).body.data.user.role).toBe('admin')
  })

  test('makes one administrator of simultaneous registrations with the setup code', async () => {
    await startServer({ HOST: '0.0.0.0' })
    const setupCode = await readSetupCode()
    const replies = await Promise.all([1, 2, 3, 4].map((n) => register({ setupCode }, `198.51.100.${n}`)))
    expect(replies.map(({ body }) => body.data.user.role).toSorted()).toEqual(['admin', 'user', 'user', 'user'])
  })

  test('has the same setup code after a restart, and stores it nowhere', async () => {
    await startServer({ HOST: '0.0.0.0' })
    const setupCode = await readSetupCode()
    await app.restart()
    expect(await app.dump()).not.toContain(setupCode)
    expect((await register({ setupCode })).status).toBe(200)
  })
})

describe('a server on loopback', () => {
  test.each([{}, { HOST: '::1' }, { HOST: 'localhost' }, { PUBLIC_URL: 'http://127.0.0.1:3000' }])(
    'makes the first account administrator without a setup code: %o',
    async (config) => {
      await startServer(config)
      expect(await needsCode()).toBe(false)
      expect((await register()).body.data.user.role).toBe('admin')
    },
  )

  test.each<CallOptions>([
    { from: '198.51.100.7' },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { 'x-real-ip': '198.51.100.7' } },
    { headers: { forwarded: 'for=127.0.0.1' } },
    { headers: { via: '1.1 proxy' } },
    { headers: { referer: 'https://atalaya.example.org/register' } },
  ])('requires the setup code for a request through a proxy or from another site: %o', async (request) => {
    await startServer({})
    const setup = await app.call(auth.setup, request)
    expect(setup.body.data.needsCode).toBe(true)
    const refused = await app.call(auth.register, { body: someone(), ...request })
    expect(refused).toMatchObject({ status: 403, body: { code: 'auth.setup_code' } })
    expect((await register()).body.data.user.role).toBe('admin')
  })

  test('requires the setup code for an HTTP/1.0 request from this machine, as nginx sends by default', async () => {
    await startServer({})
    const { port } = new URL(await app.listen())
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${auth.setup.path} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
    const answer = Buffer.concat(await socket.toArray()).toString()
    expect(answer).toContain('"needsCode":true')
  })

  test('requires the setup code for a request to another host, as it came through an unknown proxy', async () => {
    const headers = { host: '192.168.1.20' }
    await startServer({})
    expect(await needsCode(headers)).toBe(true)
    expect((await app.call(auth.register, { body: someone(), headers })).status).toBe(403)
  })
})

test('a setup code has 60 bits from the key, and is accepted in lower case and with spaces', async () => {
  await startServer({})
  fc.assert(
    fc.property(fc.string({ minLength: 32 }), fc.string({ minLength: 32 }), (key, other) => {
      // In Crockford's base 32, which has no I, L, O and U. A typed O counts as 0.
      const code = setupCodeOf(key)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
      expect(isSameCode(` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`, code)).toBe(true)
      expect(isSameCode(setupCodeOf(other), code)).toBe(key === other)
      expect(isSameCode(code.slice(1), code)).toBe(false)
    }),
  )
})
