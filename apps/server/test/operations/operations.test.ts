import { auth } from '@atalaya/contract/auth'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { captureStatements } from '#test/support/query-plans.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { withoutTimers } from '#test/support/without-timers.ts'

let app: TestApp
afterEach(() => app.close())

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.app.inject({ method: 'GET', url, headers, remoteAddress })

describe('without settings', () => {
  beforeEach(async () => {
    app = await createTestApp()
  })

  test('/healthz and /readyz report that all is well', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({ status: 'ok', database: true, bus: true, disk: 'ok' })
  })

  test('/metrics counts requests by route, for this machine only', async () => {
    await app.call(auth.me)
    const metrics = await get('/metrics')
    expect(metrics.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/auth\/me",status="401"\} 1/,
    )
    expect(metrics.body).toContain('live_listeners 0')
    expect((await get('/metrics', {}, '192.0.2.7')).statusCode).toBe(401)
    expect((await get('/metrics', {}, '::1')).statusCode).toBe(200)
    expect((await get('/metrics', {}, '::ffff:127.0.0.1')).statusCode).toBe(200)
  })

  // Headers of proxies on this machine, by their documented default or the settings that most people copy.
  test.each([
    ['nginx, Host passed on', { host: '192.168.1.20' }],
    ['nginx, X-Real-IP', { 'x-real-ip': '127.0.0.1' }],
    ['HAProxy, option forwardfor', { 'x-forwarded-for': '127.0.0.1' }],
    ['Caddy', { host: 'atalaya.local', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'atalaya.local' }],
    ['Apache', { 'x-forwarded-server': 'atalaya' }],
    ['RFC 7239', { forwarded: 'for=127.0.0.1' }],
    ['RFC 9110', { via: '1.1 proxy' }],
    ['a tunnel', { 'cf-connecting-ip': '127.0.0.1' }],
  ])('/metrics is not open through a proxy on this machine: %s', async (_proxy, headers) => {
    expect((await get('/metrics', headers)).statusCode).toBe(401)
  })

  test('the API document and its page are served', async () => {
    expect((await get('/api/openapi.json')).json().paths['/auth/me'].get.operationId).toBe('authMe')
    expect((await get('/api/docs')).statusCode).toBe(200)
  })

  test('a refusal has the failure envelope with a request id', async () => {
    const reply = await app.app.inject({ method: 'GET', url: '/api/v1/events', headers: { authorization: 'Bearer x' } })
    expect(reply.json()).toEqual({
      success: false,
      error: 'Unauthorized',
      message: 'Unauthorized',
      code: 'unauthorized',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })
})

test('a probe of /readyz leaves cached sessions as they are', async () => {
  const now = Date.parse('2026-03-02T12:00:00Z')
  app = await createTestApp({ now: () => now, times: withoutTimers })
  const { tokens } = await app.signUp()
  await app.call(auth.me, {}, tokens.accessToken)
  const captured = captureStatements()
  onTestFinished(captured.stop)
  expect((await get('/readyz')).statusCode).toBe(200)
  expect((await app.call(auth.me, {}, tokens.accessToken)).status).toBe(200)
  expect(captured.take().map(({ sql }) => sql)).toEqual(['select 1'])
})

test.each([{ PUBLIC_URL: 'https://atalaya.example.org' }, { ALLOWED_HOSTS: ['atalaya.example.org'] }])(
  '/metrics needs the METRICS_TOKEN if %o implies a proxy',
  async (config) => {
    app = await createTestApp({ config })
    expect((await get('/metrics')).statusCode).toBe(401)
  },
)

test('/metrics is open to this machine if PUBLIC_URL names it', async () => {
  app = await createTestApp({ config: { PUBLIC_URL: 'http://localhost:3000' } })
  expect((await get('/metrics')).statusCode).toBe(200)
})

test('/metrics accepts the METRICS_TOKEN from any address and nothing else', async () => {
  const token = 'a-long-enough-token'
  app = await createTestApp({ config: { METRICS_TOKEN: token } })
  expect((await get('/metrics')).statusCode).toBe(401)
  expect((await get('/metrics', { authorization: 'Bearer wrong' })).statusCode).toBe(401)
  expect((await get('/metrics', { authorization: `Bearer ${token}` }, '192.0.2.7')).statusCode).toBe(200)
})
