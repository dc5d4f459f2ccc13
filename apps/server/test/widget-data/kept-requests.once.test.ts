import type { RequestListener } from 'node:http'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { localWeb } from '#test/support/local-web.ts'
import { loopback } from '#test/support/loopback.ts'
import { addRequesting, installRequesting } from '#test/support/requesting-module.ts'
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
  await installRequesting(app, token, { weather, now: { url: `${origin}/now` } })
})

const pass = (seconds: number) => {
  clock += seconds * 1000
}
const at = (seconds: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + seconds * 1000).toISOString()

/** A widget that asks for the weather. */
async function widget(config = { key: 'a', city: 'Lugo' }, by = token) {
  const { widgetId } = await addRequesting(app, by, config)
  return async (name = 'weather') => {
    const { status, body } = await app.call(moduleRequests.send, { body: { widgetId, name } }, by)
    return body.data ?? status
  }
}

describe('a kept answer', () => {
  test('is one for all widgets that ask the same, at one instant and later, and says of when it is', async () => {
    const other = (await app.signUp()).tokens.accessToken
    const asks = [await widget(), await widget(), await widget(undefined, other)]
    const kept = { status: 200, body: '21', asOf: at(0) }
    expect(await Promise.all(asks.map((ask) => ask()))).toEqual([kept, kept, kept])
    pass(KEEP_SECONDS - 1)
    expect(await asks[1]?.()).toEqual(kept)
    expect(received).toHaveLength(1)
  })

  test('serves neither other questions nor other secrets', async () => {
    const configs = [
      { key: 'a', city: 'Lugo' },
      { key: 'a', city: 'Vigo' },
      { key: 'b', city: 'Lugo' },
    ]
    for (const config of configs) await (await widget(config))()
    expect(received.map(({ url, key }) => `${url} ${key}`)).toEqual(['/Lugo a', '/Vigo a', '/Lugo b'])
  })

  test('is asked for news only, and confirmed by none', async () => {
    answer = ({ headers }, response) => {
      if (headers['if-none-match'] === '"v1"') return void response.writeHead(304).end()
      response.setHeader('etag', '"v1"').end('21')
    }
    const ask = await widget()
    await ask()
    pass(KEEP_SECONDS)
    expect(await ask()).toEqual({ status: 200, body: '21', asOf: at(KEEP_SECONDS) })
    expect(received.map(({ version }) => version)).toEqual([undefined, '"v1"'])
  })

  test('stays with its age while the other server is down, which is asked less and less often', async () => {
    const ask = await widget()
    await ask()
    answer = (_request, response) => response.writeHead(503).end('down')
    received = []
    for (let second = 0; second < 300; second += 5) {
      pass(5)
      expect(await ask()).toEqual({ status: 200, body: '21', asOf: at(0) })
    }
    // After one minute; then 5, 10, 20, 40 and 60 seconds later, and up to a quarter more of each.
    expect(received.length).toBeGreaterThan(4)
    expect(received.length).toBeLessThan(9)
    answer = (_request, response) => response.end('22')
    pass(75)
    expect(await ask()).toMatchObject({ body: '22' })
  })

  test('is asked for again at once if the clock was set back', async () => {
    const ask = await widget()
    await ask()
    pass(-24 * 60 * 60)
    expect(await ask()).toEqual({ status: 200, body: '21', asOf: at(-24 * 60 * 60) })
    expect(received).toHaveLength(2)
  })

  test('is not requested again before the time that the other server gave', async () => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '300' }).end('slow')
    const ask = await widget()
    expect(await ask()).toMatchObject({ status: 429, body: 'slow' })
    pass(299)
    expect(await ask()).toMatchObject({ status: 429 })
    expect(received).toHaveLength(1)
    answer = (_request, response) => response.end('21')
    pass(77)
    expect(await ask()).toMatchObject({ status: 200 })
  })

  test('is a failure for all if it never came, and its server rests for a while', async () => {
    answer = (_request, response) => response.destroy()
    const asks = [await widget(), await widget()]
    expect(await Promise.all(asks.map((ask) => ask()))).toEqual([502, 502])
    pass(4)
    expect(await asks[0]?.()).toBe(502)
    expect(received).toHaveLength(1)
    pass(3)
    await asks[0]?.()
    expect(received).toHaveLength(2)
  })
})

test('a request that nobody lets the server keep is made each time', async () => {
  const ask = await widget()
  for (let n = 0; n < 2; n++) expect(await ask('now')).toEqual({ status: 200, body: '21' })
  expect(received).toHaveLength(2)
})
