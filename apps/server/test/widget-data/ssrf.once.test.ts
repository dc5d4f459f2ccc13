import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import type { SourceState } from '@atalaya/contract/source-state'
import { expect, onTestFinished, test } from 'vitest'
import type { AddressRange } from '#server/net/addresses.ts'
import { loopback } from '#test/support/loopback.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { startQuakeServer } from '../../../../modules/game-server/server/testing/stand-ins.ts'

const REFUSED = 'The other server could not be asked'
/** Games whose servers are requested over UDP, over TCP and over HTTP. */
const GAMES = ['openarena', 'minecraft', 'eldewrito']

/** Listens on one port by TCP and UDP, and counts what arrives. With `location` it redirects HTTP requests there. */
async function startCanary(host = '127.0.0.1', location?: string) {
  const canary = { hits: 0, port: 0 }
  const web = createServer((_request, response) => {
    response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end()
  })
  web.on('connection', () => {
    canary.hits += 1
  })
  web.listen(0, host)
  await once(web, 'listening')
  canary.port = (web.address() as AddressInfo).port
  const udp = createSocket('udp4')
  udp.on('message', () => {
    canary.hits += 1
  })
  udp.bind(canary.port, host)
  await once(udp, 'listening')
  onTestFinished(() => {
    web.close()
    udp.close()
  })
  return canary
}

async function start(allowed: AddressRange[]) {
  const app = await createTestApp({ config: { ALLOW_PRIVATE_HOSTS: allowed } })
  onTestFinished(() => app.close())
  const token = (await app.signUp()).tokens.accessToken
  return { app, token }
}

type World = { app: TestApp; token: string }

/** Adds a widget to a new page. Returns its state. */
async function stateOfWidget({ app, token }: World, id: string, config: object): Promise<SourceState> {
  const { page } = (await app.call(dashboard.create, { body: { name: 'Hall' } }, token)).body.data
  const body = { meta: { id }, config }
  const { module } = (await app.call(dashboard.install, { params: { id: page._id }, body }, token)).body.data
  const { state } = (await app.call(moduleSources.read, { params: { widgetId: module._id } }, token)).body.data
  await app.call(dashboard.remove, { params: { id: page._id } }, token)
  return state
}

const stateOf = (world: World, game: string, host: string, port: number) =>
  stateOfWidget(world, 'game-server', { game, host, port })

async function errorOf(...args: Parameters<typeof stateOf>): Promise<string | null> {
  const { data, error } = await stateOf(...args)
  expect(data).toBeNull()
  return error
}

test('H1 H3 an inner address is not requested in any spelling, and every refusal has the same text', async () => {
  const canary = await startCanary()
  const world = await start([])
  const hosts = [
    ...['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '127.0.0.1.', 'localhost', 'localhost.'],
    ...['::1', '::ffff:7f00:1', '[::ffff:127.0.0.1]', '0.0.0.0', '0', '169.254.169.254', '10.0.0.1', '192.168.1.1'],
    ...['user@127.0.0.1', '127.0.0.1/x', '127.0.0.1?x', '127.0.0.1#x', 'a b', '..', '%31%32%37.0.0.1', '１２７.0.0.1'],
  ]
  const errors = new Set<string | null>()
  for (const host of hosts) errors.add(await errorOf(world, GAMES[hosts.indexOf(host) % 3] ?? '', host, canary.port))
  for (const game of GAMES) errors.add(await errorOf(world, game, '127.0.0.1', canary.port))
  expect([...errors]).toEqual([REFUSED])
  expect(canary.hits).toBe(0)
})

test('H1 H3 modules that follow an account or a player request no inner address', async () => {
  const canary = await startCanary()
  const world = await start([])
  const account = { user: 'ada@farm.test', password: 'lantern' }
  const errorOfModule = async (id: string, config: object) => (await stateOfWidget(world, id, config)).error
  const errors = new Set<string | null>()
  for (const host of ['127.0.0.1', '0x7f.1', 'localhost', '::ffff:127.0.0.1', '[::1]', '0', 'user@127.0.0.1']) {
    const hostPort = `${host}:${canary.port}`
    errors.add(await errorOfModule('conversations', { service: 'xmpp', ...account, homeserver: hostPort }))
    errors.add(await errorOfModule('conversations', { homeserver: `http://${hostPort}`, ...account }))
    errors.add(await errorOfModule('conversations', { homeserver: `http://${hostPort}`, token: 'x' }))
    errors.add(await errorOfModule('now-playing', { provider: 'mpd', host, port: canary.port }))
  }
  // Texts differ by module alone, and never by the reason of the failure.
  expect([...errors].sort()).toEqual([
    'MPD does not answer at this address',
    'The XMPP server does not answer at this address',
    REFUSED,
  ])
  expect(canary.hits).toBe(0)
})

test('H1 a redirect of a homeserver to an inner address is not followed', async () => {
  const inner = await startCanary('127.0.0.2')
  const outer = await startCanary('127.0.0.1', `http://127.0.0.2:${inner.port}/`)
  const config = { homeserver: `http://127.0.0.1:${outer.port}`, token: 'token-of-ada' }
  expect((await stateOfWidget(await start(loopback), 'conversations', config)).error).toBe(REFUSED)
  expect([outer.hits > 0, inner.hits]).toEqual([true, 0])
})

test('H1 a redirect of a game server to an inner address is not followed', async () => {
  const inner = await startCanary('127.0.0.2')
  const outer = await startCanary('127.0.0.1', `http://127.0.0.2:${inner.port}/`)
  const world = await start(loopback)
  expect(await errorOf(world, 'eldewrito', '127.0.0.1', outer.port)).toBe('The game server does not answer')
  expect(outer.hits).toBeGreaterThan(0)
  expect(inner.hits).toBe(0)
})

test('H2 an address of the local network is requested once the administrator allows it', async () => {
  const server = await startQuakeServer(['12 35 "Ada"'])
  onTestFinished(server.close)
  expect((await stateOf(await start([]), 'openarena', '127.0.0.1', server.port)).error).toBe(REFUSED)
  expect(server.state.requests).toBe(0)
  const { error, data } = await stateOf(await start(loopback), 'openarena', '127.0.0.1', server.port)
  expect(error).toBeNull()
  expect(data).toMatchObject({ name: 'Farm OA', players: [{ name: 'Ada' }] })
})
