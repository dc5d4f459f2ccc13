import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from './certificate.ts'

/** A request as the outside server received it. */
type Received = { method: string; path: string; headers: IncomingHttpHeaders; bytes: Buffer; text: string }
type Reply = { status: number; body?: string; headers?: Record<string, string> }
/** Makes the answer to a request. A promise holds the request open. */
type MakeReply = (received: Received) => Reply | Promise<Reply>

/** A server on this machine that records requests. It answers with 200 until `reply` sets other answers. */
export async function createOutsideServer({ isSecure = false } = {}) {
  const received: Received[] = []
  let answer: MakeReply = () => ({ status: 200, body: '{}' })
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const bytes = Buffer.concat(chunks)
      const { method = '', url = '', headers } = request
      const recorded = { method, path: url, headers, bytes, text: bytes.toString('utf8') }
      received.push(recorded)
      const { status, body = '', headers: replyHeaders } = await answer(recorded)
      response.writeHead(status, replyHeaders).end(body)
    })
  }
  const certificate = { cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY }
  const server = isSecure ? createSecureServer(certificate, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `${isSecure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply(makeReply: MakeReply): void {
      answer = makeReply
    },
  }
}
export type OutsideServer = Awaited<ReturnType<typeof createOutsideServer>>
