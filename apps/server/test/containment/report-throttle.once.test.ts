import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import { apiOf } from '@atalaya/testbed/api'
import { someone } from '@atalaya/testbed/people'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createReportThrottle } from '#server/containment/report-throttle.ts'
import { createServerPlace } from '#test/support/server-place.ts'

const MINUTE_MS = 60_000

function setUp() {
  const reported: [string, number][] = []
  return { reported, say: createReportThrottle<string>((what, more) => reported.push([what, more])) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first of a kind is reported at once, the last of a minute at its end with the number of others', () => {
  const { reported, say } = setUp()
  for (let n = 0; n < 1000; n++) say('a', `a${n}`)
  say('b', 'b')
  expect(reported).toEqual([
    ['a0', 0],
    ['b', 0],
  ])
  vi.advanceTimersByTime(MINUTE_MS)
  expect(reported.slice(2)).toEqual([['a999', 998]])
  // A quiet minute later it is the first again.
  vi.advanceTimersByTime(MINUTE_MS)
  say('a', 'again')
  expect(reported.slice(3)).toEqual([['again', 0]])
})

test('kinds without number are one kind', () => {
  const { reported, say } = setUp()
  for (let n = 0; n < 5000; n++) say(`kind ${n}`, String(n))
  expect(reported).toHaveLength(201)
  vi.advanceTimersByTime(MINUTE_MS)
  expect(reported.at(-1)).toEqual(['4999', 4798])
})

test('answers that make no sense, one after the other, are one line in the log of a server', async () => {
  vi.useRealTimers()
  let asked = 0
  const weather = createServer((_request, response) => {
    asked += 1
    response.end('{}')
  })
  weather.listen(0, '127.0.0.1')
  await once(weather, 'listening')
  onTestFinished(() => {
    weather.closeAllConnections()
    weather.close()
  })
  const place = await createServerPlace()
  const OPEN_METEO_URL = `http://127.0.0.1:${(weather.address() as AddressInfo).port}`
  const server = place.start({ LOG_LEVEL: 'warn', ALLOW_PRIVATE_HOSTS: '127.0.0.1', OPEN_METEO_URL })
  const url = await server.ready
  const account = someone()
  const post = (path: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
  await post('/auth/register')
  const { data } = (await (await post('/auth/login')).json()) as { data: { tokens: { accessToken: string } } }
  const call = apiOf(url, data.tokens.accessToken)
  const { page } = await call(dashboard.create, { body: { name: 'Hall' } })
  const install = { params: { id: page._id }, body: { meta: { id: 'weather' } } }
  for (let n = 0; n < 5; n++) {
    const { module } = await call(dashboard.install, {
      ...install,
      body: { ...install.body, config: { place: `Hill (${n}.5, 1)` } },
    })
    const { state } = await call(moduleSources.read, { params: { widgetId: module._id } })
    expect(state.error).toBe('The data could not be read.')
  }
  expect(asked).toBe(5)
  expect(server.output().match(/"msg":"unexpected error"/g)).toHaveLength(1)
})
