import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createOutbound, OutboundError } from '#server/net/outbound.ts'
import { CERTIFICATE, KEY } from '#test/support/certificate.ts'
import { loopback } from '#test/support/loopback.ts'
import { resolveTo } from '#test/support/names.ts'

const LONG = 'x'.repeat(200_000)

/** Starts a server with these TLS options and a trusted certificate. `request` asks it. */
async function startServer(options: TlsOptions) {
  const defaultCertificates = getCACertificates('default')
  setDefaultCACertificates([...defaultCertificates, CERTIFICATE])
  const server = createServer({ key: KEY, cert: CERTIFICATE, ...options }, (_request, response) => response.end(LONG))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const outbound = createOutbound({
    allowed: loopback,
    names: resolveTo(['127.0.0.1']),
  })
  onTestFinished(async () => {
    setDefaultCACertificates(defaultCertificates)
    await outbound.close()
    server.closeAllConnections()
    server.close()
  })
  const url = `https://farm.test:${(server.address() as AddressInfo).port}/`
  const request = () => outbound.request(url, { timeoutMs: 10_000, maxBytes: LONG.length })
  return { request, server }
}

test('connections to a server with a trusted certificate are reused, even for long answers', async () => {
  const { request, server } = await startServer({})
  let connections = 0
  server.on('secureConnection', () => {
    connections += 1
  })
  for (let n = 0; n < 10; n++) expect((await request()).body.toString()).toBe(LONG)
  expect(connections).toBeLessThan(10)
})

test('a server that ends the connection in the middle of its answer counts as unreachable', async () => {
  const { request, server } = await startServer({})
  server.removeAllListeners('request').on('request', (_request, response) => {
    response.writeHead(200, { 'content-length': LONG.length }).write('x')
    response.socket?.destroy()
  })
  await expect(request()).rejects.toThrow(OutboundError)
})

test.each<[string, TlsOptions]>([
  [
    'chooses the Diffie-Hellman parameters',
    { ciphers: 'DHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2', dhparam: 'auto' },
  ],
  ['sends forty certificates', { cert: `${CERTIFICATE}\n`.repeat(40) }],
])('a server that %s is refused', async (_name, options) => {
  const { request } = await startServer(options)
  await expect(request()).rejects.toThrow(OutboundError)
})
