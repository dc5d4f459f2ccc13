import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Failure } from '@atalaya/contract/envelope'

/** Error of Node about an unreadable request; `rawPacket` has the rest of the bytes. */
type Unreadable = Error & { code?: string; rawPacket?: unknown }
type Refusal = { status: number; code: string; message: string }

/** Time for which further bytes of a client are read and dropped. If closed at once, it would lose the answer. */
const LINGER_MS = 1000

const unreadable: Refusal = { status: 400, code: 'bad_request', message: 'This is not a request of HTTP' }
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large', message: 'The address or the headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'too_slow', message: 'The request did not arrive in time' },
}

/**
 * Answers an unreadable request with the envelope of every other failure. Ends the connection as RFC 9112, 9.6 has it:
 * first only the server's side of it.
 */
export function refuseUnreadable(error: Unreadable, socket: Socket): void {
  // Node calls this for every further piece, too.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  const { status, code, message } = refusals[error.code ?? ''] ?? unreadable
  const failure: Failure = { success: false, error: message, message, code, requestId: randomUUID() }
  const body = JSON.stringify(failure)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD '
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(lingering))
}
