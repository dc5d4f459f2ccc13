import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { loopback } from '#test/support/loopback.ts'
import { inStoppedTime } from '#test/support/stopped-time.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { startQuakeServer } from '../../../../modules/game-server/server/testing/stand-ins.ts'

const place = 'Sevilla (37.39, -5.98)'
const good = {
  current: { temperature_2m: 19.4, is_day: 1, weather_code: 2, wind_speed_10m: 11.2 },
  daily: { time: ['2026-11-21'], weather_code: [3], temperature_2m_max: [21], temperature_2m_min: [11] },
}

let app: TestApp
let token: string
let service: Server
let received: string[]
let answer: RequestListener

beforeEach(async () => {
  received = []
  answer = (_request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(good))
  service = createServer((request, response) => {
    received.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const config = { ALLOW_PRIVATE_HOSTS: loopback, OPEN_METEO_URL: origin, OPEN_METEO_GEOCODING_URL: origin }
  app = await createTestApp({ config })
  token = (await app.signUp()).tokens.accessToken
})
afterEach(async () => {
  await app.close()
  service.closeAllConnections()
  await new Promise((resolve) => service.close(resolve))
})

async function newPage(name: string): Promise<string> {
  return (await app.call(dashboard.create, { body: { name } }, token)).body.data.page._id
}
async function newWidget(config: object, pageId?: string, id = 'weather'): Promise<string> {
  const params = { id: pageId ?? (await newPage(`For ${id}`)) }
  const { body } = await app.call(dashboard.install, { params, body: { meta: { id }, config } }, token)
  return body.data.module._id
}
const read = (widgetId: string, who = token) => app.call(moduleSources.read, { params: { widgetId } }, who)

test('two hundred widgets with the same request send it once, and all get the answer', async () => {
  const widgets: string[] = []
  for (let page = 0; page < 10; page++) {
    const pageId = await newPage(`Page ${page}`)
    for (let n = 0; n < 20; n++) widgets.push(await newWidget({ place, size: '1x1' }, pageId))
  }
  const answers = await Promise.all(widgets.map((widget) => read(widget)))
  expect(answers.map(({ status }) => status)).toEqual(widgets.map(() => 200))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers[0]?.body.data.state).toMatchObject({ data: { now: { temperature: 19.4 } }, error: null })
  expect(received).toHaveLength(1)
})

test('two hundred reads of one game server send one request, in any spelling of its address', async () => {
  const server = await startQuakeServer(['12 35 "Ada"'])
  onTestFinished(server.close)
  const pageId = await newPage('Arena')
  const config = { game: 'openarena', port: server.port, size: '1x1' }
  const hosts = ['127.0.0.1', ' 127.0.0.1 ']
  const widgets = await Promise.all(
    Array.from({ length: 20 }, (_, n) => newWidget({ ...config, host: hosts[n % 2] }, pageId, 'game-server')),
  )
  // The service is asked once, even on a machine so busy that this takes a minute.
  const answers: Awaited<ReturnType<typeof read>>[] = []
  await inStoppedTime(async () => {
    const all = widgets.flatMap((widget) => Array.from({ length: 10 }, () => read(widget)))
    answers.push(...(await Promise.all(all)))
  })
  const states = answers.map(({ body }) => body.data.state)
  expect(states).toHaveLength(200)
  expect(new Set(states.map(({ source }) => source)).size).toBe(1)
  expect(states[0].data).toMatchObject({ players: [{ name: 'Ada' }] })
  expect(server.state.requests).toBe(1)
})

test('a viewer gets new data at once, and other users do not', async () => {
  const address = await app.listen()
  const stranger = (await app.signUp()).tokens.accessToken
  const streams = await Promise.all([openEvents(address, token), openEvents(address, stranger)])
  onTestFinished(async () => void (await Promise.all(streams.map((stream) => stream.close()))))
  const widget = await newWidget({ place })
  const { state } = (await read(widget)).body.data
  await expect.poll(() => streams[0]?.ofType('source.updated')).toHaveLength(1)
  expect(streams[0]?.ofType('source.updated')[0]?.data).toEqual(state)
  // The stranger's own event comes after it, and is the first that they get.
  await app.call(dashboard.create, { body: { name: 'Mine' } }, stranger)
  await expect.poll(() => streams[1]?.events.length).toBeGreaterThan(0)
  expect(streams[1]?.ofType('source.updated')).toEqual([])
})

test("another user's widget, a widget without a source and one of a deleted page are not found", async () => {
  const pageId = await newPage('Mine')
  const widget = await newWidget({ place }, pageId)
  const stranger = (await app.signUp()).tokens.accessToken
  expect((await read(widget, stranger)).status).toBe(404)
  expect((await read(await newWidget({}, undefined, 'agent-status'))).status).toBe(404)
  await app.call(dashboard.remove, { params: { id: pageId } }, token)
  expect((await read(widget)).status).toBe(404)
  expect(received).toEqual([])
})

test('a widget that is not set up reports that, and sends no request', async () => {
  const { state } = (await read(await newWidget({}))).body.data
  expect(state).toMatchObject({ data: null, asOf: null, error: 'Set this module up first. Place: Required' })
  expect(received).toEqual([])
})

test('an unavailable, refusing or invalid service is reported in plain words', async () => {
  answer = (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end()
  const first = (await read(await newWidget({ place }))).body.data.state
  expect(first).toMatchObject({ data: null, error: 'Open-Meteo has a problem (503)' })
  answer = (_request, response) => response.end('<h1>Hello</h1>')
  const second = (await read(await newWidget({ place: '10, 10' }))).body.data.state
  expect(second.error).toBe('The other server’s answer could not be read')
  answer = (request) => request.socket.destroy()
  const third = (await read(await newWidget({ place: '20, 20' }))).body.data.state
  expect(third.error).toBe('Open-Meteo could not be asked')
})

test('suggestions come from the server part of the module', async () => {
  const results = [{ name: 'Sevilla', latitude: 37.38283, longitude: -5.97317, country: 'España' }]
  answer = (_request, response) => response.end(JSON.stringify({ results }))
  const suggest = (id: string) =>
    app.call(moduleSuggestions.suggest, { params: { id }, body: { field: 'place', text: 'sevi' } }, token)
  const label = 'Sevilla, España'
  expect((await suggest('weather')).body.data).toEqual({ suggestions: [{ value: `${label} (37.38, -5.97)`, label }] })
  expect((await suggest('agent-status')).status).toBe(404)
  answer = (request) => request.socket.destroy()
  expect(await suggest('weather')).toMatchObject({ status: 502, body: { code: 'modules.suggestions' } })
})
