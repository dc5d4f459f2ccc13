import type { Net } from '@atalaya/module-sdk/server'
import { WebSocket } from 'ws'

/** All entities of a large house, once for the suggestions. */
const MESSAGE_MAX = 4 * 1024 * 1024
const HANDSHAKE_MS = 10_000

/**
 * Begins to open the WebSocket of a Home Assistant, on a connection that the guard has opened. Listen at once: the
 * first words come with the opening.
 * @throws SourceError if nobody answers there
 */
export async function dial({ protocol, hostname, port, host, pathname }: URL, net: Net): Promise<WebSocket> {
  const isEncrypted = protocol === 'https:'
  const name = hostname.replace(/^\[|\]$/g, '')
  const plain = await net.connect(name, Number(port) || (isEncrypted ? 443 : 80))
  const line = isEncrypted ? await net.secure(plain, { host: name, isVerified: true }) : plain
  return new WebSocket(`ws://${host}${pathname.replace(/\/$/, '')}/api/websocket`, {
    createConnection: () => line,
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MESSAGE_MAX,
    perMessageDeflate: false,
  })
}
