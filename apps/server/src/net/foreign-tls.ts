import { isIP, type Socket } from 'node:net'
import { duplexPair, Transform } from 'node:stream'
import { connect, DEFAULT_CIPHERS, type TLSSocket } from 'node:tls'
import type { Encryption } from '@atalaya/module-sdk/server'

/** About four times the bytes of usual servers. A hostile certificate of this size takes about 8 ms to check. */
const HANDSHAKE_MAX_BYTES = 16 * 1024
/**
 * Ciphers without DHE. With DHE the server chooses the length of the prime, and one handshake can hold the event loop
 * for seconds. Every server with TLS supports elliptic curves.
 */
const CIPHERS = `${DEFAULT_CIPHERS}:!DHE`

/** Encrypts a connection to a server that others chose. The server may send `HANDSHAKE_MAX_BYTES` for the handshake. */
export function encryptForeign(socket: Socket, { host, isVerified, protocols = [] }: Encryption): TLSSocket {
  const [near, far] = duplexPair()
  let bytesLeft = HANDSHAKE_MAX_BYTES
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytesLeft -= chunk.length
      if (bytesLeft >= 0) done(null, chunk)
      else done(new Error('it sends too much before encryption is agreed'))
    },
  })
  // Server name indication (SNI) takes names, but no IP addresses.
  const name = isIP(host) === 0 ? { servername: host } : { host }
  const options = { rejectUnauthorized: isVerified, ALPNProtocols: protocols, ciphers: CIPHERS }
  const secured = connect({ ...name, ...options, socket: near })
  secured.once('secureConnect', () => {
    bytesLeft = Number.POSITIVE_INFINITY
  })
  const endAll = (error?: Error) => {
    secured.destroy(error)
    for (const stream of [near, far, bounded, socket]) stream.destroy()
  }
  socket.pipe(bounded).pipe(far).pipe(socket)
  socket.on('error', endAll).on('close', () => endAll())
  bounded.on('error', endAll)
  near.on('close', () => endAll())
  secured.on('close', () => endAll())
  return secured
}
