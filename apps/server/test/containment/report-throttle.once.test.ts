import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import { apiOf } from '@atalaya/testbed/api'
import { someone } from '@atalaya/testbed/people'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createReportThrottle } from '#server/containment/report-throttle.ts'
import { createServerFixture } from '#test/support/server-fixture.ts'

const MINUTE_MS = 60_000

function setUp() {
  const reported: [string, number][] = []
  return { reported, report: createReportThrottle<string>((what, more) => reported.push([what, more])) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first report of a kind is sent at once, the last of a minute with the number of those between', () => {
  const { reported, report } = setUp()
  for (let n = 0; n < 1000; n++) report('a', `a${n}`)
  report('b', 'b')
  expect(reported).toEqual([
    ['a0', 0],
    ['b', 0],
  ])
  vi.advanceTimersByTime(MINUTE_MS)
  expect(reported.slice(2)).toEqual([['a999', 998]])
  // After a quiet minute the next one is sent at once again.
  vi.advanceTimersByTime(MINUTE_MS)
  report('a', 'again')
  expect(reported.slice(3)).toEqual([['again', 0]])
})

test('kinds beyond the maximum are reported as one kind', () => {
  const { reported, report } = setUp()
  for (let n = 0; n < 5000; n++) report(`kind ${n}`, String(n))
  // The first reports of 200 kinds, and the first one of the common kind. Its later ones are only counted.
  expect(reported).toHaveLength(201)
  vi.advanceTimersByTime(MINUTE_MS)
  expect(reported.at(-1)).toEqual(['4999', 4798])
})

test('repeated invalid answers of a service are one line in the server’s log', async () => {
  vi.useRealTimers()
  let requests = 0
  const weather = createServer((_request, response) => {
    requests += 1
    response.end('{}')
  })
  weather.listen(0, '127.0.0.1')
  await once(weather, 'listening')
  onTestFinished(() => {
    weather.closeAllConnections()
    weather.close()
  })
  const fixture = await createServerFixture()
  const OPEN_METEO_URL = `http://127.0.0.1:${(weather.address() as AddressInfo).port}`
  const server = fixture.start({ LOG_LEVEL: 'warn', ALLOW_PRIVATE_HOSTS: '127.0.0.1', OPEN_METEO_URL })
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
  expect(requests).toBe(5)
  expect(server.output().match(/"msg":"unexpected error"/g)).toHaveLength(1)
})
