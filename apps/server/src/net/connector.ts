import { connect, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { encryptForeign } from './foreign-tls.ts'
import { type InTurn, readInTurn } from './read-in-turn.ts'

const TIMEOUT_MS = 10_000
const HTTPS_PORT = 443
const HTTP_PORT = 80

/**
 * Opens the connections of requests. Speaks only HTTP/1.1, because our bounds would not hold for HTTP/2. `turnsOf`
 * returns the queue in which the reads of a new connection wait.
 */
export const createConnector =
  (lookup: LookupFunction, turnsOf: () => InTurn): buildConnector.connector =>
  ({ hostname, protocol, port }, callback) => {
    const isEncrypted = protocol === 'https:'
    const host = hostname.replace(/^\[|\]$/g, '')
    const plain = connect({ host, port: Number(port) || (isEncrypted ? HTTPS_PORT : HTTP_PORT), lookup })
    const socket = isEncrypted ? encryptForeign(plain, { host, isVerified: true, protocols: ['http/1.1'] }) : plain
    const timer = setTimeout(() => socket.destroy(new Error('connecting took too long')), TIMEOUT_MS)
    readInTurn(socket, turnsOf())
    const settle = (error: Error | null) => {
      clearTimeout(timer)
      socket.off('error', settle).off('close', onClose)
      if (error) callback(error, null)
      else callback(null, socket)
    }
    const onClose = () => settle(new Error('the server closed the connection'))
    plain.setNoDelay(true).setKeepAlive(true)
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => settle(null))
    socket.on('error', settle).on('close', onClose)
  }
