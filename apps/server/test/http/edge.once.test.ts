import { once } from 'node:events'
import { connect } from 'node:net'
import { users } from '@atalaya/contract/users'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp({
    config: {
      PUBLIC_URL: 'https://atalaya.example.org',
      ALLOWED_HOSTS: ['alias.example.org'],
      CORS_ORIGINS: ['https://client.example.org'],
    },
  })
  token = (await app.signUp()).tokens.accessToken
})
afterAll(() => app.close())

const send = (options: InjectOptions) => app.app.inject(options)
const login = (headers: Record<string, string>, payload = '{"username":"x","password":"y"}') =>
  send({ method: 'POST', url: '/auth/login', headers: { 'content-type': 'application/json', ...headers }, payload })

describe('F7 Host', () => {
  test.each([
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    '192.168.1.7',
    'atalaya.example.org',
    'ATALAYA.example.org',
    'alias.example.org:8443',
    'nas',
    'nas.local',
    'app.localhost',
  ])('%s is answered', async (host) => {
    expect((await send({ url: '/healthz', headers: { host } })).statusCode).toBe(200)
  })

  test('the error for a foreign host quotes at most 100 characters of it', async () => {
    const host = `${'a'.repeat(120)}.example.net`
    const { error } = (await send({ url: '/healthz', headers: { host } })).json()
    expect(error).toMatch(/^This server is not "a{100}"/)
  })

  test.each([
    'evil.test',
    'evil.test:3000',
    '127.0.0.1.evil.test',
    'evil.test/127.0.0.1',
    'localhost/evil.test',
    'localhost?evil.test',
    'localhost#evil.test',
    'evil.test@localhost',
    'a b',
  ])('%j is refused with an error that names ALLOWED_HOSTS', async (host) => {
    for (const url of ['/healthz', '/auth/me', '/', '/api/openapi.json']) {
      expect((await send({ url: '/healthz', headers: { host: 'localhost' } })).statusCode).toBe(200)
      // A repeated request is refused, too.
      for (const reply of [await send({ url, headers: { host } }), await send({ url, headers: { host } })]) {
        expect(reply.statusCode).toBe(421)
        expect(reply.json().error).toContain('ALLOWED_HOSTS')
      }
    }
  })
})

describe('F4 origins', () => {
  test.each(['https://evil.test', 'null', 'https://atalaya.example.org.evil.test', 'http://127.0.0.1:81'])(
    '%s gets no CORS header and may change nothing',
    async (origin) => {
      const reply = await login({ origin, host: '127.0.0.1:3000' })
      expect(reply.statusCode).toBe(403)
      expect(reply.json().code).toBe('foreign_origin')
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
      const preflight = await send({
        method: 'OPTIONS',
        url: '/auth/login',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  test.each([
    ['http://127.0.0.1:3000', '127.0.0.1:3000'],
    ['http://localhost', 'localhost:80'],
    ['https://nas.local', 'nas.local'],
    ['https://atalaya.example.org', '127.0.0.1:3000'],
    ['https://client.example.org', 'atalaya.example.org'],
  ])('%s may make changes at %s', async (origin, host) => {
    expect((await login({ origin, host })).statusCode).toBe(401)
  })

  test('a foreign page may send a public request, and can not read the answer', async () => {
    const reply = await send({ url: '/healthz', headers: { origin: 'https://evil.test' } })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a page from a file may change nothing, on any host', async () => {
    for (const host of ['localhost', 'nas', '127.0.0.1']) {
      expect((await login({ origin: 'file://', host })).statusCode).toBe(403)
    }
  })

  test('only listed clients get the CORS header', async () => {
    const reply = await login({ origin: 'https://client.example.org' })
    expect(reply.headers['access-control-allow-origin']).toBe('https://client.example.org')
  })
})

describe('headers', () => {
  test.each(['/auth/me', '/api/v1/users', '/healthz', '/nowhere', '/api/docs/'])(
    'F6 %s has the security headers',
    async (url) => {
      const { headers } = await send({ url, headers: { authorization: `Bearer ${token}` } })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'permissions-policy': expect.stringContaining('camera=()'),
        'strict-transport-security': expect.stringContaining('max-age='),
        'x-frame-options': 'DENY',
      })
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers.server).toBeUndefined()
    },
  )

  test('an API answer opened as a page loads nothing, and has no headers for pages', async () => {
    for (const url of ['/auth/me', '/api/v1/users']) {
      const { headers } = await send({ url, headers: { authorization: `Bearer ${token}` } })
      expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
      expect(headers).not.toHaveProperty('cross-origin-opener-policy')
    }
  })

  test('F1 the content security policy allows no inline script, no eval and no framing', async () => {
    const policy = String((await send({ url: '/healthz' })).headers['content-security-policy'])
    const directives = new Map(
      policy.split(';').map((directive) => directive.trim().split(/ (.*)/, 2) as [string, string]),
    )
    expect(directives.get('script-src')).toBe("'self'")
    expect(directives.get('default-src')).toBe("'self'")
    for (const none of ['object-src', 'base-uri', 'frame-ancestors']) expect(directives.get(none)).toBe("'none'")
  })

  const privatePaths = [
    '/auth/me',
    '/auth/sessions',
    '/api/v1/users',
    '/%61pi/v1/users',
    '/auth/qr/status/x',
    '/auth/nowhere',
  ]
  test.each(privatePaths)('C20 %s is answered with no-store', async (url) => {
    const reply = await send({ url, headers: { authorization: `Bearer ${token}` } })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test('C20 a token in a URL does not authenticate', async () => {
    for (const name of ['token', 'access_token', 'accessToken', 'authorization']) {
      expect((await send({ url: `/auth/me?${name}=${token}` })).statusCode).toBe(401)
    }
  })
})

test('a silent connection does not delay the stop of the server', async () => {
  const stopping = await createTestApp()
  const { port } = new URL(await stopping.listen())
  const silent = connect(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  const ended = once(silent, 'close')
  silent.on('error', () => {})
  const connections = () =>
    new Promise((resolve) => stopping.app.server.getConnections((_error, open) => resolve(open)))
  await expect.poll(connections).toBe(1)
  await stopping.close()
  await ended
})

describe('E10 paths', () => {
  const plain = users.list.path
  const spellings = [
    `/${plain}`,
    '//api/v1/users',
    '/./api/v1/users',
    '/x/../api/v1/users',
    '/api/v1/%75sers',
    '/api/v1/users;x',
    '/api/v1/users/',
    '/API/v1/users',
    '/api/v1/users%2f',
    '/api/v1/users%00',
    '/api//v1/users',
    '/api/v1/users?x=/auth/login',
  ]

  test.each(spellings)('%s reveals no more to strangers and users than the plain path', async (url) => {
    const member = (await app.signUp()).tokens.accessToken
    for (const headers of [{}, { authorization: `Bearer ${member}` }]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'TRACE'] as const) {
        const reply = await send({ method: method as 'GET', url, headers })
        expect([400, 401, 403, 404]).toContain(reply.statusCode)
        expect(reply.body).not.toContain('@example.org')
      }
    }
  })

  test('F6 the method TRACE is refused', async () => {
    const reply = await send({ method: 'TRACE' as 'GET', url: '/auth/me', headers: { cookie: 'secret=1' } })
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('secret=1')
  })

  test('an unknown call is answered with the failure envelope', async () => {
    const reply = await send({ url: '/api/v1/nothing' })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ success: false, code: 'unknown_route' })
  })
})
