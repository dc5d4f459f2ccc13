import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { displayScreen } from '@atalaya/contract/display-screen'
import { displays } from '@atalaya/contract/displays'
import { moduleSources } from '@atalaya/contract/module-sources'
import type { Route } from '@atalaya/contract/route'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createScreen, type Screen } from '#test/support/display-world.ts'
import { loopback } from '#test/support/loopback.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { goodWeather } from '#test/support/widget-world.ts'

let app: TestApp
let address: string
let owner: SignedIn
let screen: Screen
let [id, hall, attic] = ['', '', '']
/** Unanswered requests for the weather. */
let unanswered: ServerResponse[] = []
const weather = createServer((_request, response) => void unanswered.push(response))

beforeAll(async () => {
  await new Promise<void>((resolve) => weather.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(weather.address() as AddressInfo).port}`
  const config = { ALLOW_PRIVATE_HOSTS: loopback, OPEN_METEO_URL: origin, OPEN_METEO_GEOCODING_URL: origin }
  app = await createTestApp({ config })
  address = await app.listen()
  owner = await app.signUp('owner')
})
afterAll(async () => {
  await app.close()
  weather.closeAllConnections()
  weather.close()
})
beforeEach(async () => {
  screen = createScreen(app)
  ;[hall, attic] = [await newPage('Hall'), await newPage('Attic')]
  id = await screen.pairWith(owner.tokens.accessToken, { entries: [{ pageId: hall }, { pageId: attic }] })
})

const asOwner = (route: Route, options = {}) => app.call(route, options, owner.tokens.accessToken)
const newPage = async (name: string) => (await asOwner(dashboard.create, { body: { name } })).body.data.page._id
const edit = (body: object) => asOwner(displays.edit, { params: { id }, body })
async function newWeather(page: string, place: string): Promise<string> {
  const install = { params: { id: page }, body: { meta: { id: 'weather' }, config: { place } } }
  return (await asOwner(dashboard.install, install)).body.data.module._id
}
async function listen(lastId = '') {
  const stream = await openEvents(address, screen.credential(), lastId, screen.jar.headers())
  onTestFinished(stream.close)
  return stream
}
/** Requests a widget's weather as the display. The upstream answers once `respond` is called. */
async function requestWeather(widgetId: string) {
  const answer = screen.as(moduleSources.read, { params: { widgetId } })
  await expect.poll(() => unanswered).toHaveLength(1)
  return {
    answer,
    async respond() {
      for (const response of unanswered) response.end(JSON.stringify(goodWeather))
      unanswered = []
      await answer
    },
  }
}

test('a display gets no data of a widget that it no longer shows', async () => {
  const request = await requestWeather(await newWeather(attic, 'Attic (1, 1)'))
  await edit({ entries: [{ pageId: hall }] })
  const stream = await listen()
  await request.respond()
  await asOwner(dashboard.edit, { params: { id: hall }, body: { name: 'Hall, later' } })
  await stream.ended
  expect(stream.events.map(({ type }) => type)).toEqual(['page.updated'])
})

test('a display gets the data of widgets that it still shows', async () => {
  const request = await requestWeather(await newWeather(hall, 'Hall (2, 2)'))
  await edit({ entries: [{ pageId: hall }] })
  const stream = await listen()
  await request.respond()
  await expect.poll(() => stream.ofType('source.updated')).toHaveLength(1)
})

test('a display’s stream restarts when its page for alerts is set or removed', async () => {
  for (const onAlert of [{ pageId: hall, from: 'warning' }, null]) {
    const stream = await listen()
    await edit({ settings: { onAlert } })
    await stream.ended
    expect(stream.ofType('display.updated').at(-1)?.data.settings.onAlert).toEqual(onAlert)
  }
})

test('a display’s stream ends with the time of a page that it shows temporarily', async () => {
  await edit({ entries: [{ pageId: hall }] })
  const order = { kind: 'page', pageId: attic, minutes: 3 }
  await asOwner(displays.sendOrder, { body: { to: { displayIds: [id] }, order } })
  expect((await listen()).endsInMs).toBeLessThanOrEqual(3 * 60_000)
})

test('a display shows a page whose widget has a NUL character in its settings', async () => {
  const body = { meta: { id: 'agent-status' }, config: { title: 'a\0b' } }
  expect((await asOwner(dashboard.install, { params: { id: hall }, body })).status).toBe(200)
  expect((await screen.as(displayScreen.self)).status).toBe(200)
})

test('a reconnected display gets all changes that it missed', async () => {
  const first = await listen()
  await edit({ entries: [{ pageId: hall }] })
  await first.ended
  for (const name of ['Hall A', 'Hall B', 'Hall C'])
    await asOwner(dashboard.edit, { params: { id: hall }, body: { name } })
  await asOwner(displays.sendOrder, { body: { to: { displayIds: [id] }, order: { kind: 'next' } } })
  const second = await listen(first.lastId())
  await second.ended
  expect(second.events.map(({ type }) => type)).toEqual([...Array(3).fill('page.updated'), 'display.told'])
})
