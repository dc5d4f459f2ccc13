import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard, SECRET_MASK, type WidgetConfig } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { localWeb } from '#test/support/local-web.ts'
import { loopback } from '#test/support/loopback.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { newTokenOf } from '#test/support/token-world.ts'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await createTestApp({ config: { ALLOW_PRIVATE_HOSTS: loopback } })
  onTestFinished(() => app.close())
  token = (await app.signUp()).tokens.accessToken
})

type Received = { url: string | undefined; key: string | string[] | undefined }

/** Another server, with its requests and their keys. */
async function startService(answer: RequestListener) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    received.push({ url: request.url, key: request.headers['x-key'] })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

async function createPage(name: string): Promise<string> {
  return (await app.call(dashboard.create, { body: { name } }, token)).body.data.page._id
}

/** Adds a widget to a new page. Returns its id. */
async function addWidget(config: object, name = 'Page'): Promise<string> {
  const params = { id: await createPage(name) }
  const { body } = await app.call(dashboard.install, { params, body: { meta: { id: 'any-json' }, config } }, token)
  return body.data.module._id
}

async function stateOf(config: object, name = 'Page') {
  const params = { widgetId: await addWidget(config, name) }
  return (await app.call(moduleSources.read, { params }, token)).body.data.state
}

const answerWith =
  (text: string): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'application/json').end(text)

test('only the selected values leave the server, and equal requests are shared', async () => {
  const { origin, received } = await startService(answerWith('{"load": 3, "password": "canary"}'))
  const config = { address: `${origin}/now`, values: [{ path: 'load' }] }
  const state = await stateOf(config)
  expect(state).toMatchObject({ data: { values: [{ path: 'load', kind: 'one', value: 3 }] }, staleAfterMs: 900_000 })
  expect(JSON.stringify(state)).not.toContain('canary')
  await stateOf({ ...config, title: 'Load', show: 'List' }, 'Other page')
  expect(received).toEqual([{ url: '/now', key: undefined }])
})

test('requests are conditional, and the last answer stays while the server is down', async () => {
  let isUp = true
  const versions: unknown[] = []
  const url = await localWeb(({ headers }, response) => {
    versions.push(headers['if-none-match'])
    if (!isUp) return void response.writeHead(503, { 'retry-after': '1000' }).end()
    if (headers['if-none-match'] === '"v1"') return void response.writeHead(304).end()
    response.setHeader('etag', '"v1"').end('{"n": 1}')
  })
  await inStoppedTime(async (advance) => {
    const params = { widgetId: await addWidget({ address: url, values: [{ path: 'n' }], seconds: 10 }) }
    const read = async () => {
      // Answers are read in turns, by a timer.
      await advance(1)
      return (await app.call(moduleSources.read, { params }, token)).body.data.state
    }
    /** Reads the widget until its server has got `count` requests. */
    const readUntilRequests = (count: number) =>
      expect
        .poll(async () => {
          await read()
          await advance(1000)
          return versions.length
        }, withoutAdvancingTime)
        .toBe(count)
    const first = await read()
    expect(first.data).toMatchObject({ values: [{ value: 1 }] })
    await readUntilRequests(2)
    await expect.poll(async () => (await read()).asOf > first.asOf, withoutAdvancingTime).toBe(true)
    const confirmed = await read()
    expect(confirmed).toMatchObject({ data: first.data, error: null })
    isUp = false
    await readUntilRequests(3)
    await expect
      .poll(async () => (await read()).error, withoutAdvancingTime)
      .toBe('The other server answered with an error (503)')
    for (let minute = 0; minute < 5; minute++) {
      await read()
      await advance(60_000)
    }
    expect(await read()).toMatchObject({ data: first.data, asOf: confirmed.asOf })
  })
  expect(versions).toEqual([undefined, '"v1"', '"v1"'])
})

test('a secret header is sent to its server only, not after a redirect to another server', async () => {
  const other = await startService(answerWith('{"n": 1}'))
  const first = await startService((_request, response) => response.writeHead(302, { location: other.origin }).end())
  const config = { address: first.origin, headerName: 'X-Key', headerValue: 'canary', values: [{ path: 'n' }] }
  const state = await stateOf(config)
  expect(state.data).toEqual({ values: [{ path: 'n', kind: 'one', value: 1 }] })
  expect(first.received).toEqual([{ url: '/', key: 'canary' }])
  expect(other.received).toEqual([{ url: '/', key: undefined }])
})

test.each([
  ['megabytes', `"${'x'.repeat(2_000_000)}"`, 'The other server could not be asked'],
  ['deep nesting', `${'['.repeat(1000)}${']'.repeat(1000)}`, 'The other server’s answer could not be read'],
  ['no JSON', '<html>', 'The other server’s answer could not be read'],
])('an answer of %s is reported as an error', async (_name, text, error) => {
  const { origin } = await startService(answerWith(text))
  expect(await stateOf({ address: origin, values: [{ path: 'n' }] })).toMatchObject({ data: null, error })
})

test('an address of the network that is not allowed is not requested', async () => {
  const strictApp = await createTestApp()
  onTestFinished(() => strictApp.close())
  app = strictApp
  token = (await strictApp.signUp()).tokens.accessToken
  const { origin, received } = await startService(answerWith('{"n": 1}'))
  expect(await stateOf({ address: origin, values: [{ path: 'n' }] })).toMatchObject({ data: null })
  const body = { field: 'values.path', text: 'n', values: { address: origin } }
  const answer = await app.call(moduleSuggestions.suggest, { params: { id: 'any-json' }, body }, token)
  expect(answer).toMatchObject({ status: 502 })
  expect(received).toEqual([])
})

describe('paths are suggested from a sample', () => {
  const values = { headerName: 'X-Key', values: [{ path: 'n' }] }
  const suggest = async (form: WidgetConfig, { by = token, ...more }: { by?: string; widgetId?: string } = {}) => {
    const body = { field: 'values.path', text: 'cpu', values: { ...values, ...form }, ...more }
    return app.call(moduleSuggestions.suggest, { params: { id: 'any-json' }, body }, by)
  }

  test('with a typed secret or the stored secret of the widget', async () => {
    const { origin, received } = await startService(answerWith('{"load": {"cpu": 3}}'))
    const widgetId = await addWidget({ ...values, address: origin, headerValue: 'kept' })
    const expected = { suggestions: [{ value: 'load.cpu', label: '3', place: ['load', 'cpu'] }] }
    for (const headerValue of ['typed', SECRET_MASK]) {
      const { body } = await suggest({ address: `${origin}/${headerValue}`, headerValue }, { widgetId })
      expect(body.data).toEqual(expected)
    }
    expect((await suggest({ address: `${origin}/new`, headerValue: SECRET_MASK })).body.data).toEqual(expected)
    expect(received).toEqual([
      { url: '/typed', key: 'typed' },
      { url: `/${SECRET_MASK}`, key: 'kept' },
      { url: '/new', key: undefined },
    ])
  })

  test('without the secrets of other users, and without stored secrets for a token', async () => {
    const { origin, received } = await startService(answerWith('{"load": {"cpu": 3}}'))
    const address = origin
    const widgetId = await addWidget({ ...values, address, headerValue: 'kept' })
    const other = (await app.signUp('bob')).tokens.accessToken
    const form = { address, headerValue: SECRET_MASK }
    expect((await suggest(form, { widgetId, by: other })).status).toBe(404)
    const { token: by } = await newTokenOf(app, token, { scopes: ['modules:use'] })
    expect((await suggest(form, { widgetId, by })).status).toBe(200)
    expect(received).toEqual([{ url: '/', key: undefined }])
  })
})
