import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard, SECRET_MASK } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { loopback } from '#test/support/loopback.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await createTestApp({ config: { ALLOW_PRIVATE_HOSTS: loopback } })
  onTestFinished(() => app.close())
  token = (await app.signUp()).tokens.accessToken
})

type Heard = { url: string | undefined; key: string | string[] | undefined }

/** Another server, and what it was asked with which key. */
async function startService(answer: RequestListener) {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    heard.push({ url: request.url, key: request.headers['x-key'] })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

async function pageOf(name: string): Promise<string> {
  return (await app.call(dashboard.create, { body: { name } }, token)).body.data.page._id
}

/** A widget of its own page, and its state. */
async function stateOf(config: object, name = 'Page') {
  const params = { id: await pageOf(name) }
  const { body } = await app.call(dashboard.install, { params, body: { meta: { id: 'any-json' }, config } }, token)
  const params2 = { widgetId: body.data.module._id }
  return (await app.call(moduleSources.read, { params: params2 }, token)).body.data.state
}

const saying =
  (text: string): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'application/json').end(text)

test('only what is wanted leaves the server, and widgets that ask the same share one question', async () => {
  const { origin, heard } = await startService(saying('{"load": 3, "password": "canary"}'))
  const config = { address: `${origin}/now`, values: [{ path: 'load' }] }
  const state = await stateOf(config)
  expect(state).toMatchObject({ data: { values: [{ path: 'load', kind: 'one', value: 3 }] }, staleAfterMs: 900_000 })
  expect(JSON.stringify(state)).not.toContain('canary')
  await stateOf({ ...config, title: 'Load', show: 'List' }, 'Other page')
  expect(heard).toEqual([{ url: '/now', key: undefined }])
})

test('a secret in a header goes to the server it is for, and not with a redirect to another', async () => {
  const other = await startService(saying('{"n": 1}'))
  const first = await startService((_request, response) => response.writeHead(302, { location: other.origin }).end())
  const config = { address: first.origin, headerName: 'X-Key', headerValue: 'canary', values: [{ path: 'n' }] }
  const state = await stateOf(config)
  expect(state.data).toEqual({ values: [{ path: 'n', kind: 'one', value: 1 }] })
  expect(first.heard).toEqual([{ url: '/', key: 'canary' }])
  expect(other.heard).toEqual([{ url: '/', key: undefined }])
})

test.each([
  ['megabytes', `"${'x'.repeat(2_000_000)}"`, 'The other server could not be asked'],
  ['deep nesting', `${'['.repeat(1000)}${']'.repeat(1000)}`, 'The other server’s answer could not be read'],
  ['no JSON', '<html>', 'The other server’s answer could not be read'],
])('an answer of %s is told as an error', async (_name, text, error) => {
  const { origin } = await startService(saying(text))
  expect(await stateOf({ address: origin, values: [{ path: 'n' }] })).toMatchObject({ data: null, error })
})

test('an address of the network that nobody allowed is not asked', async () => {
  const closed = await createTestApp()
  onTestFinished(() => closed.close())
  app = closed
  token = (await closed.signUp()).tokens.accessToken
  const { origin, heard } = await startService(saying('{"n": 1}'))
  expect(await stateOf({ address: origin, values: [{ path: 'n' }] })).toMatchObject({ data: null })
  const body = { field: 'values.path', text: 'n', values: { address: origin } }
  const answer = await app.call(moduleSources.suggest, { params: { id: 'any-json' }, body }, token)
  expect(answer).toMatchObject({ status: 502 })
  expect(heard).toEqual([])
})

test('paths are suggested from a sample, with a secret that is typed; a saved one stays where it is', async () => {
  const { origin, heard } = await startService(saying('{"load": {"cpu": 3}}'))
  const suggest = async (headerValue: string) => {
    const values = { address: `${origin}/${headerValue.length}`, headerName: 'X-Key', headerValue, values: [{}] }
    const body = { field: 'values.path', text: 'cpu', values }
    return (await app.call(moduleSources.suggest, { params: { id: 'any-json' }, body }, token)).body.data.suggestions
  }
  const found = [{ value: 'load.cpu', label: '3' }]
  expect(await suggest('typed')).toEqual(found)
  expect(await suggest(SECRET_MASK)).toEqual(found)
  expect(heard).toEqual([
    { url: '/5', key: 'typed' },
    { url: '/8', key: undefined },
  ])
})
