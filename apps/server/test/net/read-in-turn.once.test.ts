import { once } from 'node:events'
import { createServer as createWeb, type RequestListener } from 'node:http'
import { createServer as createSecureWeb } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { heldMb } from '@atalaya/testbed/held-memory'
import { expect, onTestFinished, test } from 'vitest'
import { createOutbound } from '#server/net/outbound.ts'
import { CERTIFICATE, KEY } from '#test/support/certificate.ts'
import { loopback } from '#test/support/loopback.ts'
import { resolveTo } from '#test/support/names.ts'

const LONG = 'x'.repeat(500_000)

type InTurn = (ownerKey: string, read: () => void) => Promise<void>

/** Starts a web server with this answer. Returns a function that sends it a request by name. */
async function setUp(protocol: string, answer: RequestListener, inTurn?: InTurn) {
  const defaultCertificates = getCACertificates('default')
  setDefaultCACertificates([...defaultCertificates, CERTIFICATE])
  const server = protocol === 'https' ? createSecureWeb({ key: KEY, cert: CERTIFICATE }, answer) : createWeb(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const names = resolveTo(['127.0.0.1'])
  const outbound = createOutbound({ allowed: loopback, names, connections: 100, ...(inTurn && { inTurn }) })
  onTestFinished(async () => {
    setDefaultCACertificates(defaultCertificates)
    await outbound.close()
    server.closeAllConnections()
    server.close()
  })
  const url = `${protocol}://farm.test:${(server.address() as AddressInfo).port}/`
  return (more: { ownerKey?: string; waitForLongBodySlot?: () => Promise<void> } = {}) =>
    outbound.request(url, { timeoutMs: 20_000, maxBytes: LONG.length, ...more })
}

test.each(['http', 'https'])('an answer is read in turns of the requesting user: %s', async (protocol) => {
  const waiting: (() => void)[] = []
  const turns: string[] = []
  const ask = await setUp(
    protocol,
    (_request, response) => response.end(LONG),
    async (ownerKey, read) => {
      turns.push(ownerKey)
      waiting.push(read)
    },
  )
  let isAnswered = false
  const request = ask({ ownerKey: 'ada' }).then((answer) => {
    isAnswered = true
    return answer
  })
  await expect.poll(() => waiting.length).toBe(1)
  expect(isAnswered).toBe(false)
  const granting = setInterval(() => waiting.shift()?.(), 1)
  expect((await request).body.toString()).toBe(LONG)
  clearInterval(granting)
  expect(turns.length).toBeGreaterThan(2)
  expect(new Set(turns)).toEqual(new Set(['ada']))
})

/** Answers in chunks of one byte. */
const oneByteChunks: RequestListener = (_request, response) => {
  const text = '1\r\nx\r\n'.repeat(LONG.length)
  response.socket?.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${text}0\r\n\r\n`)
}

test('an answer in one-byte chunks is complete, and waits without extra memory', async () => {
  const ask = await setUp('http', oneByteChunks)
  expect((await ask()).body.toString()).toBe(LONG)
  const released = Promise.withResolvers<void>()
  let waiting = 0
  const before = heldMb()
  const waitForLongBodySlot = () => {
    waiting += 1
    return released.promise
  }
  const requests = Array.from({ length: 30 }, () => ask({ waitForLongBodySlot }))
  await expect.poll(() => waiting, { timeout: 15_000 }).toBe(30)
  expect(heldMb() - before).toBeLessThan(120)
  released.resolve()
  for (const { body } of await Promise.all(requests)) expect(body.length).toBe(LONG.length)
})
