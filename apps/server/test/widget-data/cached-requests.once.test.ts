import type { RequestListener } from 'node:http'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { localWeb } from '#test/support/local-web.ts'
import { loopback } from '#test/support/loopback.ts'
import { addRequestingWidget, installRequestingModule } from '#test/support/requesting-module.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const KEEP_SECONDS = 60

let app: TestApp
let token: string
let origin: string
let clock: number
let received: { url: string | undefined; key: unknown; version: unknown }[]
let answer: RequestListener

beforeEach(async () => {
  clock = Date.parse('2026-11-20T12:00:00Z')
  app = await createTestApp({ now: () => clock, config: { ALLOW_PRIVATE_HOSTS: loopback } })
  onTestFinished(() => app.close())
  token = (await app.signUp()).tokens.accessToken
  received = []
  answer = (_request, response) => response.end('21')
  origin = await localWeb((request, response) => {
    const { 'x-key': key, 'if-none-match': version } = request.headers
    received.push({ url: request.url, key, version })
    answer(request, response)
  })
  const headers = { 'x-key': '{config.key}' }
  const weather = { url: `${origin}/{config.city}`, headers, keepSeconds: KEEP_SECONDS }
  await installRequestingModule(app, token, { weather, now: { url: `${origin}/now` } })
})

const advance = (seconds: number) => {
  clock += seconds * 1000
}
const at = (seconds: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + seconds * 1000).toISOString()

/** Adds a widget, and returns a function that sends its request. */
async function addWidget(config = { key: 'a', city: 'Lugo' }, by = token) {
  const { widgetId } = await addRequestingWidget(app, by, config)
  return async (name = 'weather') => {
    const { status, body } = await app.call(moduleRequests.send, { body: { widgetId, name } }, by)
    return body.data ?? status
  }
}

describe('a cached answer', () => {
  test('is shared by all widgets with the same request, and has the time of its fetch', async () => {
    const other = (await app.signUp()).tokens.accessToken
    const asks = [await addWidget(), await addWidget(), await addWidget(undefined, other)]
    const cached = { status: 200, body: '21', asOf: at(0) }
    expect(await Promise.all(asks.map((ask) => ask()))).toEqual([cached, cached, cached])
    advance(KEEP_SECONDS - 1)
    expect(await asks[1]?.()).toEqual(cached)
    expect(received).toHaveLength(1)
  })

  test('is not used for another address or another secret', async () => {
    const configs = [
      { key: 'a', city: 'Lugo' },
      { key: 'a', city: 'Vigo' },
      { key: 'b', city: 'Lugo' },
    ]
    for (const config of configs) await (await addWidget(config))()
    expect(received.map(({ url, key }) => `${url} ${key}`)).toEqual(['/Lugo a', '/Vigo a', '/Lugo b'])
  })

  test('is revalidated by its ETag after it has expired', async () => {
    answer = ({ headers }, response) => {
      if (headers['if-none-match'] === '"v1"') return void response.writeHead(304).end()
      response.setHeader('etag', '"v1"').end('21')
    }
    const ask = await addWidget()
    await ask()
    advance(KEEP_SECONDS)
    expect(await ask()).toEqual({ status: 200, body: '21', asOf: at(KEEP_SECONDS) })
    expect(received.map(({ version }) => version)).toEqual([undefined, '"v1"'])
  })

  test('stays valid while its server is down, and the server is retried with growing delays', async () => {
    const ask = await addWidget()
    await ask()
    answer = (_request, response) => response.writeHead(503).end('down')
    received = []
    for (let second = 0; second < 300; second += 5) {
      advance(5)
      expect(await ask()).toEqual({ status: 200, body: '21', asOf: at(0) })
    }
    // After one minute; then 5, 10, 20, 40 and 60 seconds later, and up to a quarter more of each.
    expect(received.length).toBeGreaterThan(4)
    expect(received.length).toBeLessThan(9)
    answer = (_request, response) => response.end('22')
    advance(75)
    expect(await ask()).toMatchObject({ body: '22' })
  })

  test('is fetched again at once if the clock was set back', async () => {
    const ask = await addWidget()
    await ask()
    advance(-24 * 60 * 60)
    expect(await ask()).toEqual({ status: 200, body: '21', asOf: at(-24 * 60 * 60) })
    expect(received).toHaveLength(2)
  })

  test('is not fetched again before the Retry-After of the other server', async () => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '300' }).end('slow')
    const ask = await addWidget()
    expect(await ask()).toMatchObject({ status: 429, body: 'slow' })
    advance(299)
    expect(await ask()).toMatchObject({ status: 429 })
    expect(received).toHaveLength(1)
    answer = (_request, response) => response.end('21')
    // The wait is up to a quarter longer than the Retry-After.
    advance(77)
    expect(await ask()).toMatchObject({ status: 200 })
  })

  test('is an error for all widgets if the request failed, until a delay has passed', async () => {
    answer = (_request, response) => response.destroy()
    const asks = [await addWidget(), await addWidget()]
    expect(await Promise.all(asks.map((ask) => ask()))).toEqual([502, 502])
    advance(4)
    expect(await asks[0]?.()).toBe(502)
    expect(received).toHaveLength(1)
    advance(3)
    await asks[0]?.()
    expect(received).toHaveLength(2)
  })
})

test('a request without keepSeconds is sent each time', async () => {
  const ask = await addWidget()
  for (let n = 0; n < 2; n++) expect(await ask('now')).toEqual({ status: 200, body: '21' })
  expect(received).toHaveLength(2)
})
