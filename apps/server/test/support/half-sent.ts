import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestApp } from './test-app.ts'

type PartialCall = { method: string; path: string; token: string; type: string; length: number; first: Buffer | string }

/**
 * Begins a call with a body of `length` bytes, and sends the first ones once its token is accepted. The test sends the
 * others, or never does.
 */
export async function beginCall(it: TestApp, port: number, call: PartialCall): Promise<Socket> {
  const { method, path, token, type, length, first } = call
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const authenticated = nextAuthentication(it)
  socket.write(
    [
      `${method} ${path} HTTP/1.1`,
      ...['Host: 127.0.0.1', 'Connection: close', `Authorization: Bearer ${token}`],
      ...[`Content-Type: ${type}`, `Content-Length: ${length}`, '\r\n'],
    ].join('\r\n'),
  )
  await authenticated
  await new Promise((sent) => socket.write(first, sent))
  return socket
}

/** Resolves when the server has accepted the next token. */
function nextAuthentication({ app: { requests } }: TestApp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { markAuthenticated } = requests
  requests.markAuthenticated = (request) => {
    requests.markAuthenticated = markAuthenticated
    markAuthenticated(request)
    resolve()
  }
  return promise
}
