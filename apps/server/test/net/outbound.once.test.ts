import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createForeignNames } from '#server/compose/names.ts'
import type { AddressRange } from '#server/net/addresses.ts'
import { createOutbound, type Outbound, OutboundError } from '#server/net/outbound.ts'
import { loopback } from '#test/support/loopback.ts'
import { resolveTo } from '#test/support/names.ts'

const limits = { timeoutMs: 10_000, maxBytes: 1000 }

let server: Server
let origin: string
let received: string[]
let answer: RequestListener
const outbounds: Outbound[] = []

beforeEach(async () => {
  received = []
  answer = (_request, response) => response.end('hello')
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers['x-key'] ?? ''}`.trim())
    answer(request, response)
  })
  server.on('connection', () => received.push('connection'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await Promise.all(outbounds.splice(0).map((outbound) => outbound.close()))
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Creates an outbound client that resolves every name to these addresses. */
function outboundTo(addresses: string[], allowed: AddressRange[] = []) {
  const outbound = createOutbound({ allowed, names: resolveTo(addresses) })
  outbounds.push(outbound)
  return outbound
}
const urlByName = (path = '/') => origin.replace('127.0.0.1', 'service.example') + path

describe('H1 an address of the server itself', () => {
  test.each([
    (port: string) => `http://127.0.0.1:${port}/`,
    (port: string) => `http://127.1:${port}/`,
    (port: string) => `http://0x7f.1:${port}/`,
    (port: string) => `http://2130706433:${port}/`,
    (port: string) => `http://0177.0.0.1:${port}/`,
    (port: string) => `http://[::ffff:127.0.0.1]:${port}/`,
    (port: string) => `http://[::ffff:7f00:1]:${port}/`,
    (port: string) => `http://[::1]:${port}/`,
    (port: string) => `http://0.0.0.0:${port}/`,
    (port: string) => `http://localhost:${port}/`,
    (port: string) => `http://localhost.:${port}/`,
    (port: string) => `http://a@127.0.0.1:${port}/`,
  ])('is not requested in any spelling: case %#', async (address) => {
    const outbound = createOutbound({ allowed: [], names: createForeignNames() })
    outbounds.push(outbound)
    const { port } = new URL(origin)
    await expect(outbound.request(address(port), limits)).rejects.toThrow(OutboundError)
    expect(received).toEqual([])
  })

  test('is not requested by a name that resolves to it', async () => {
    await expect(outboundTo(['127.0.0.1']).request(urlByName(), limits)).rejects.toThrow(OutboundError)
    await expect(outboundTo(['::ffff:127.0.0.1']).request(urlByName(), limits)).rejects.toThrow(OutboundError)
    expect(received).toEqual([])
  })

  test('H2 is requested if the administrator allows it, by address and by name', async () => {
    const { status, body } = await outboundTo([], loopback).request(origin, limits)
    expect([status, body.toString()]).toEqual([200, 'hello'])
    expect((await outboundTo(['127.0.0.1'], loopback).request(urlByName('/x'), limits)).status).toBe(200)
    // Only the allowed ones of several addresses are tried.
    expect((await outboundTo(['10.0.0.1', '127.0.0.1'], loopback).request(urlByName('/y'), limits)).status).toBe(200)
  })
})

test('H1 a name is resolved and checked at each connection, so DNS rebinding fails', async () => {
  const addresses = ['127.0.0.1']
  const outbound = createOutbound({ allowed: loopback, names: resolveTo(addresses) })
  outbounds.push(outbound)
  answer = (_request, response) => response.writeHead(200, { connection: 'close' }).end()
  expect((await outbound.request(urlByName(), limits)).status).toBe(200)
  addresses[0] = '127.0.0.2'
  await expect(outbound.request(urlByName(), limits)).rejects.toThrow(OutboundError)
})

describe('H1 redirects', () => {
  const redirect = (location: string) => {
    answer = (request, response) =>
      request.url === '/start' ? response.writeHead(302, { location }).end() : response.end('arrived')
  }

  test('are followed to allowed addresses, and secret headers are not sent to another server', async () => {
    redirect('/there')
    const outbound = outboundTo(['127.0.0.1'], loopback)
    const { body } = await outbound.request(`${origin}/start`, { ...limits, headers: { 'x-key': 'k' } })
    expect(body.toString()).toBe('arrived')
    expect(received).toContain('GET /there k')
    redirect(urlByName('/other'))
    await outbound.request(`${origin}/start`, { ...limits, headers: { 'x-key': 'k' } })
    expect(received).toContain('GET /other')
  })

  test('to forbidden addresses, to other origins and in loops are refused', async () => {
    const outbound = outboundTo(['127.0.0.1'], loopback)
    for (const location of ['http://127.0.0.2/', 'http://[::1]/', 'http://169.254.169.254/', 'file:///etc/passwd']) {
      redirect(location)
      await expect(outbound.request(`${origin}/start`, limits)).rejects.toThrow(OutboundError)
    }
    redirect(urlByName('/elsewhere'))
    await expect(outbound.request(`${origin}/start`, { ...limits, origins: [origin] })).rejects.toThrow(OutboundError)
    expect(received).not.toContain('GET /elsewhere')
    redirect('/start')
    await expect(outbound.request(`${origin}/start`, limits)).rejects.toThrow(OutboundError)
  })

  test('of a POST are returned and not followed', async () => {
    redirect('/there')
    const outbound = outboundTo([], loopback)
    const { status } = await outbound.request(`${origin}/start`, { ...limits, method: 'POST', body: '{}' })
    expect(status).toBe(302)
    expect(received).not.toContain('GET /there')
  })
})

describe('H3 limits', () => {
  test('an answer that is too long fails the request', async () => {
    answer = (_request, response) => response.end('x'.repeat(1001))
    await expect(outboundTo([], loopback).request(origin, limits)).rejects.toThrow(OutboundError)
  })

  test('an answer that never ends fails at the timeout', async () => {
    answer = (_request, response) => void response.write('x')
    await expect(outboundTo([], loopback).request(origin, { ...limits, timeoutMs: 300 })).rejects.toThrow(OutboundError)
  })

  test('ports of other services are refused', async () => {
    await expect(outboundTo([], loopback).request('http://127.0.0.1:22/', limits)).rejects.toThrow(OutboundError)
  })

  test('every failure has the same message', async () => {
    const outbound = outboundTo(['10.0.0.1'], loopback)
    const texts = [urlByName(), 'http://10.0.0.1/', 'http://127.0.0.1:1023/', 'nonsense'].map((url) =>
      outbound.request(url, limits).catch((error: Error) => error.message),
    )
    expect(new Set(await Promise.all(texts))).toEqual(new Set(['The other server could not be asked']))
  })
})

describe('H1 a connection that is not HTTP', () => {
  const port = () => Number(new URL(origin).port)

  test('uses a checked address instead of the name, and prefers IPv4', async () => {
    expect(await outboundTo(['10.0.0.1', '::1', '2606:4700::1111', '9.9.9.9']).resolve('game.example', 27_960)).toBe(
      '9.9.9.9',
    )
    expect(await outboundTo([], loopback).resolve('127.1', 27_960)).toBe('127.0.0.1')
  })

  test.each(['127.0.0.1', '0x7f.1', '::ffff:7f00:1', '[::1]', 'named.example', 'a@127.0.0.1', '127.0.0.1/', '', 'a b'])(
    'is refused to an inner address: %s',
    async (host) => {
      const outbound = outboundTo(['127.0.0.1', '::1'])
      await expect(outbound.resolve(host, port())).rejects.toThrow(OutboundError)
      await expect(outbound.connect(host, port(), { timeoutMs: 10_000 })).rejects.toThrow(OutboundError)
      expect(received).toEqual([])
    },
  )

  test('is refused to ports of other services and to names without an address', async () => {
    await expect(outboundTo([], loopback).resolve('127.0.0.1', 22)).rejects.toThrow(OutboundError)
    await expect(outboundTo([]).resolve('nobody.example', 6600)).rejects.toThrow(OutboundError)
  })

  test('is opened if the administrator allows it, and closes on its abort signal', async () => {
    const stop = new AbortController()
    const outbound = outboundTo(['127.0.0.1'], loopback)
    const socket = await outbound.connect('mpd.example', port(), { timeoutMs: 10_000, signal: stop.signal })
    await expect.poll(() => received).toEqual(['connection'])
    stop.abort()
    await expect.poll(() => socket.destroyed).toBe(true)
  })
})

describe('the service of a domain', () => {
  const record = (name: string, priority: number, weight: number) => ({ name, port: 5222, priority, weight })
  test('is found by SRV records, the first four in order of priority and weight', async () => {
    const records = [record('c', 20, 0), record('b', 10, 1), record('a', 10, 5), record('d', 30, 0), record('e', 40, 0)]
    const outbound = createOutbound({ allowed: [], names: { ...resolveTo([]), services: async () => records } })
    outbounds.push(outbound)
    const found = await outbound.services('_xmpp-client._tcp.farm.test')
    expect(found.map(({ host }) => host)).toEqual(['a', 'b', 'c', 'd'])
  })
})
