import { auth } from '@atalaya/contract/auth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
afterEach(() => app.close())

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.app.inject({ method: 'GET', url, headers, remoteAddress })

describe('without settings', () => {
  beforeEach(async () => {
    app = await createTestApp()
  })

  test('/healthz and /readyz tell that all is well', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({ status: 'ok', database: true, bus: true })
  })

  test('/metrics counts requests by route, for this machine only', async () => {
    await app.call(auth.me)
    const metrics = await get('/metrics')
    expect(metrics.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/auth\/me",status="401"\} 1/,
    )
    expect(metrics.body).toContain('live_listeners 0')
    expect((await get('/metrics', {}, '192.0.2.7')).statusCode).toBe(401)
    expect((await get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(401)
  })

  test('the API describes itself: every call with its schemas', async () => {
    const { paths } = (await get('/api/openapi.json')).json()
    expect(paths['/auth/login'].post.requestBody.content['application/json'].schema.required).toEqual([
      'username',
      'password',
    ])
    expect(paths['/auth/me'].get.security).toEqual([{ bearer: [] }])
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

test('/metrics takes the METRICS_TOKEN from anywhere and nothing else', async () => {
  const token = 'a-long-enough-token'
  app = await createTestApp({ config: { METRICS_TOKEN: token } })
  expect((await get('/metrics')).statusCode).toBe(401)
  expect((await get('/metrics', { authorization: 'Bearer wrong' })).statusCode).toBe(401)
  expect((await get('/metrics', { authorization: `Bearer ${token}` }, '192.0.2.7')).statusCode).toBe(200)
})
