import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard, SECRET_MASK } from '@atalaya/contract/dashboard'
import { modulePackages } from '@atalaya/contract/module-packages'
import { ANSWER_MAX, moduleRequests, STORAGE_MAX } from '@atalaya/contract/module-requests'
import { pageArchive } from '@atalaya/contract/page-archive'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loopback } from '#test/support/loopback.ts'
import { addRequestingWidget, installRequestingModule } from '#test/support/requesting-module.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { upload } from '#test/support/uploads.ts'

let app: TestApp
let admin: string
let service: Server
let origin: string
let received: { line: string; key: string | undefined; body: string }[]
let answer: RequestListener

beforeEach(async () => {
  app = await createTestApp({ config: { ALLOW_PRIVATE_HOSTS: loopback } })
  admin = (await app.signUp()).tokens.accessToken
  received = []
  answer = (_request, response) => response.setHeader('content-type', 'application/json').end('{"degrees":21}')
  service = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const key = request.headers['x-key'] as string | undefined
      received.push({ line: `${request.method} ${request.url}`, key, body: Buffer.concat(chunks).toString() })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterEach(async () => {
  await app.close()
  service.closeAllConnections()
  await new Promise((resolve) => service.close(resolve))
})

/** Installs the module with these requests, accepts the permissions, and adds a widget for the administrator. */
async function newWidget(requests: object, config: object = {}, permissions: object = { storage: true }) {
  await installRequestingModule(app, admin, requests, permissions)
  return addRequestingWidget(app, admin, config)
}
const send = (widgetId: string, name: string, params: object = {}, token = admin) =>
  app.call(moduleRequests.send, { body: { widgetId, name, params } }, token)

const readStorage = (widgetId: string, token = admin) =>
  app.call(moduleRequests.readStorage, { params: { widgetId } }, token)
const writeStorage = (widgetId: string, value: unknown, over?: string | null) =>
  app.call(moduleRequests.writeStorage, { params: { widgetId }, body: { value, over } }, admin)

describe('a request of a module', () => {
  test('is sent as declared, with its parameters, the values of the form and its secret', async () => {
    const requests = {
      weather: { url: `${origin}/v1/{config.city}?unit={unit}`, headers: { 'x-key': 'Bearer {config.key}' } },
    }
    const { widgetId } = await newWidget(requests, { key: 'hidden-key', city: 'A Coruña/..' })
    const { status, body } = await send(widgetId, 'weather', { unit: 'C&x=1' })
    expect([status, body.data]).toEqual([200, { status: 200, body: { degrees: 21 } }])
    expect(received).toEqual([
      { line: 'GET /v1/A%20Coru%C3%B1a%2F..?unit=C%26x%3D1', key: 'Bearer hidden-key', body: '' },
    ])
  })

  test('posts the parameters that its URL does not use', async () => {
    const { widgetId } = await newWidget({ order: { method: 'POST', url: `${origin}/orders/{id}` } })
    answer = (_request, response) => response.writeHead(422).end('no')
    expect((await send(widgetId, 'order', { id: 7, count: 2 })).body.data).toEqual({ status: 422, body: 'no' })
    expect(received).toEqual([{ line: 'POST /orders/7', key: undefined, body: '{"count":2}' }])
  })

  test('is refused without its parameters, under an undeclared name, or outside its path', async () => {
    const { widgetId } = await newWidget({ one: { url: `${origin}/v1/{part}/x` } })
    expect((await send(widgetId, 'one')).status).toBe(400)
    expect((await send(widgetId, 'one', { part: '..' })).status).toBe(400)
    expect((await send(widgetId, 'toString')).status).toBe(404)
    expect(received).toEqual([])
  })

  test('can not be sent by another user', async () => {
    const { widgetId } = await newWidget({ one: { url: `${origin}/` } })
    const { tokens } = await app.signUp()
    expect((await send(widgetId, 'one', {}, tokens.accessToken)).status).toBe(404)
    expect(received).toEqual([])
  })

  test('is refused after the page of its widget, or its module, is removed', async () => {
    const first = await newWidget({ one: { url: `${origin}/` } })
    await app.call(dashboard.remove, { params: { id: first.page._id } }, admin)
    expect((await send(first.widgetId, 'one')).status).toBe(404)
    await app.call(modulePackages.remove, { params: { id: 'clock' } }, admin)
    await app.call(pageArchive.restore, { params: { id: first.page._id } }, admin)
    expect((await send(first.widgetId, 'one')).status).toBe(404)
    expect(received).toEqual([])
  })

  test('is not redirected to an address that the administrator has not accepted', async () => {
    const { widgetId } = await newWidget({ one: { url: `${origin}/` } })
    answer = (_request, response) =>
      response.writeHead(302, { location: origin.replace('127.0.0.1', 'localhost') }).end()
    const { status, body } = await send(widgetId, 'one')
    expect([status, body.error]).toEqual([502, 'The other server could not be asked'])
    expect(received).toHaveLength(1)
  })

  test('fails if the answer is too long', async () => {
    const { widgetId } = await newWidget({ one: { url: `${origin}/` } })
    answer = (_request, response) => response.end('x'.repeat(ANSWER_MAX + 1))
    expect((await send(widgetId, 'one')).status).toBe(502)
  })

  test('is sent at most sixty times a minute', async () => {
    const { widgetId } = await newWidget({ one: { url: `${origin}/` } })
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await send(widgetId, 'one')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('H2 without ALLOW_PRIVATE_HOSTS, no address of the local network is requested', async () => {
  await app.close()
  app = await createTestApp()
  admin = (await app.signUp()).tokens.accessToken
  const { widgetId } = await newWidget({ one: { url: `${origin}/` } })
  expect((await send(widgetId, 'one')).status).toBe(502)
  expect(received).toEqual([])
})

describe('the storage of a widget', () => {
  test('belongs to the widget, holds up to 64 KiB and survives a restart', async () => {
    const { widgetId } = await newWidget({})
    expect((await readStorage(widgetId)).body.data).toEqual({ value: null, version: null })
    expect((await writeStorage(widgetId, { count: 3 })).status).toBe(200)
    expect((await writeStorage(widgetId, 'x'.repeat(STORAGE_MAX))).status).toBe(400)
    await app.restart()
    expect((await readStorage(widgetId)).body.data).toMatchObject({ value: { count: 3 } })
    expect((await readStorage(widgetId, (await app.signUp()).tokens.accessToken)).status).toBe(404)
  })

  test('refuses one of two parallel writes over the same version', async () => {
    const { widgetId } = await newWidget({})
    const readVersion = async () => (await readStorage(widgetId)).body.data.version
    for (const nth of [0, 1, 2]) {
      const over = await readVersion()
      const both = await Promise.all(['ann', 'bob'].map((who) => writeStorage(widgetId, { who, nth }, over)))
      const refused = both.filter(({ status }) => status === 409)
      expect(refused).toMatchObject([{ body: { code: 'modules.storage_changed' } }])
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await readVersion()).not.toBe(over)
    }
    expect((await writeStorage(widgetId, 'anew', null)).status).toBe(409)
    expect((await writeStorage(widgetId, 'whatever was there')).status).toBe(200)
  })

  test('is refused if the module has no permission for storage', async () => {
    const { widgetId } = await newWidget({}, {}, {})
    expect((await writeStorage(widgetId, 1)).status).toBe(403)
    expect((await readStorage(widgetId)).status).toBe(403)
  })
})

describe('the configuration of a widget', () => {
  test('H5 H6 a secret is stored encrypted, shown as a mask, and kept when the mask is saved', async () => {
    const { widgetId, page } = await newWidget(
      { one: { url: `${origin}/`, headers: { 'x-key': '{config.key}' } } },
      {
        key: 'first-canary',
      },
    )
    const params = { id: page._id, moduleId: widgetId }
    const configure = (config: object) => app.call(dashboard.editModule, { params, body: { config } }, admin)
    const kept = await configure({ key: SECRET_MASK, city: 'Vigo' })
    expect(kept.body.data.module.config).toEqual({ key: SECRET_MASK, city: 'Vigo' })
    expect(kept.reply.body).not.toContain('canary')
    await send(widgetId, 'one')
    await configure({ key: 'second-canary' })
    await send(widgetId, 'one')
    expect(received.map(({ key }) => key)).toEqual(['first-canary', 'second-canary'])
    expect((await app.call(dashboard.get, { params: { id: page._id } }, admin)).reply.body).not.toContain('canary')
    expect(await app.dump()).not.toContain('canary')
  })

  test('a secret is copied with its widget, like the storage of the widget', async () => {
    const { widgetId, page } = await newWidget(
      { one: { url: `${origin}/`, headers: { 'x-key': '{config.key}' } } },
      { key: 'first-canary', city: 'Vigo' },
    )
    await writeStorage(widgetId, { seen: 3 })
    const copy = await app.call(dashboard.copyModule, { params: { id: page._id }, body: { moduleId: widgetId } }, admin)
    const { module } = copy.body.data
    expect(module.config).toEqual({ key: SECRET_MASK, city: 'Vigo' })
    await app.call(dashboard.removeModule, { params: { id: page._id, moduleId: widgetId } }, admin)
    await send(module._id, 'one')
    expect(received.map(({ key }) => key)).toEqual(['first-canary'])
    expect((await readStorage(module._id)).body.data).toMatchObject({ value: { seen: 3 } })
    expect(await app.dump()).not.toContain('canary')
  })

  test('values of a form are checked by the schema on the server, too', async () => {
    const { widgetId, page } = await newWidget({})
    const params = { id: page._id, moduleId: widgetId }
    const { status, body } = await app.call(
      dashboard.editModule,
      { params, body: { config: { city: 'x'.repeat(21), size: '2x2' } } },
      admin,
    )
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'config.city', message: 'Too long: the greatest number of characters is 20' }])
  })

  test('a sealed value from the client is dropped', async () => {
    const { widgetId, page } = await newWidget({})
    const params = { id: page._id, moduleId: widgetId }
    const { body } = await app.call(
      dashboard.editModule,
      { params, body: { config: { other: { $sealed: 'v1.x.y.z.w' } } } },
      admin,
    )
    expect(body.data.module.config).toEqual({})
  })
})

test('a widget that is added without values gets the defaults of its schema', async () => {
  const form = { type: 'object', properties: { unit: { type: 'string', default: 'C' }, on: { type: 'boolean' } } }
  await upload(app, admin, clockArchive({ configSchema: 'form.json' }, { 'form.json': JSON.stringify(form) }))
  const { page } = (await app.call(dashboard.create, { body: { name: 'Hall' } }, admin)).body.data
  const install = (config: object) =>
    app.call(dashboard.install, { params: { id: page._id }, body: { meta: { id: 'clock' }, config } }, admin)
  expect((await install({})).body.data.module.config).toEqual({ unit: 'C', on: false })
  expect((await install({ unit: 'F' })).body.data.module.config).toEqual({ unit: 'F', on: false })
})
