import { once } from 'node:events'
import { createServer as createWeb } from 'node:http'
import { createSecureServer, type SecureServerOptions } from 'node:http2'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createOutbound, OutboundError } from '#server/net/outbound.ts'
import { CERTIFICATE, KEY } from '#test/support/certificate.ts'
import { loopback } from '#test/support/loopback.ts'
import { resolveTo } from '#test/support/names.ts'
import { inStoppedTime } from '#test/support/stopped-time.ts'

/** Starts the server and sends it a request by name. */
async function ask(server: Server, protocol: 'http' | 'https') {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const outbound = createOutbound({ allowed: loopback, names: resolveTo(['127.0.0.1']) })
  onTestFinished(async () => {
    await outbound.close()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return outbound.request(`${protocol}://farm.test:${port}/`, { timeoutMs: 10_000, maxBytes: 1000 })
}

/** HTTP/2 server with a trusted certificate; `spoken` lists the negotiated protocols. */
function http2Server(options: SecureServerOptions) {
  const defaultCertificates = getCACertificates('default')
  setDefaultCACertificates([...defaultCertificates, CERTIFICATE])
  onTestFinished(() => setDefaultCACertificates(defaultCertificates))
  const spoken: (string | false | null)[] = []
  const server = createSecureServer({ key: KEY, cert: CERTIFICATE, ...options }, (_request, response) =>
    response.end('hello'),
  )
  server.on('secureConnection', ({ alpnProtocol }: TLSSocket) => spoken.push(alpnProtocol))
  return { server, spoken }
}

test('a server that prefers HTTP/2 is requested over HTTP/1.1', async () => {
  const { server, spoken } = http2Server({ allowHTTP1: true })
  expect((await ask(server, 'https')).body.toString()).toBe('hello')
  expect(spoken).toEqual(['http/1.1'])
})

test('a request to a server that speaks only HTTP/2 fails', async () => {
  const { server, spoken } = http2Server({ ALPNProtocols: ['h2'] })
  await expect(ask(server, 'https')).rejects.toThrow(OutboundError)
  expect(spoken).not.toContain('h2')
})

test.each(['http', 'https'] as const)(
  'a server that hangs up at once fails only its own request: %s',
  async (protocol) => {
    const server = createServer((socket) => void socket.on('error', () => undefined).destroy())
    await expect(ask(server, protocol)).rejects.toThrow(OutboundError)
  },
)

test('an answer that takes longer than the limit for connecting is read to its end', async () => {
  await inStoppedTime(async (advance) => {
    const server = createWeb(async (_request, response) => {
      response.write('first, ')
      await advance(11_000)
      response.end('last')
    })
    expect((await ask(server, 'http')).body.toString()).toBe('first, last')
  })
})
