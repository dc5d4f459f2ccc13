import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { PieceLimitedRequest } from './body-pieces.ts'

/** Requests of one connection at once. Browsers send one after the other, and so do proxies. */
const PIPELINED_MAX = 32

/**
 * HTTP server that bounds pipelined requests (RFC 9112, 9.3.2). Hundreds fit into one read. A client with too many is
 * cut off, so that nobody waits for them.
 */
export function createBoundedServer(options: ServerOptions, handle: RequestListener): Server {
  /** Number of requests of each connection in this turn of the event loop. */
  const requestCounts = new Map<Socket, number>()

  function isTooMany(socket: Socket): boolean {
    if (requestCounts.size === 0) setImmediate(() => requestCounts.clear())
    const count = (requestCounts.get(socket) ?? 0) + 1
    requestCounts.set(socket, count)
    return count > PIPELINED_MAX
  }

  return createServer({ ...options, IncomingMessage: PieceLimitedRequest }, (request, response) => {
    if (isTooMany(request.socket)) request.socket.destroy()
    else handle(request, response)
  })
}
