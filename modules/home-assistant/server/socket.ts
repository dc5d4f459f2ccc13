import type { Net } from '@atalaya/module-sdk/server'
import { WebSocket } from 'ws'

/** Enough for all entities of a large house, which are read for suggestions. */
const MESSAGE_MAX_BYTES = 4 * 1024 * 1024
const HANDSHAKE_TIMEOUT_MS = 10_000

/**
 * Begins to open the WebSocket of a Home Assistant, on a connection of `net`, which refuses internal addresses. Add
 * listeners at once: the first message may come with the opening.
 * @throws SourceError if nobody answers there
 */
export async function dial({ protocol, hostname, port, host, pathname }: URL, net: Net): Promise<WebSocket> {
  const isEncrypted = protocol === 'https:'
  const name = hostname.replace(/^\[|\]$/g, '')
  const plain = await net.connect(name, Number(port) || (isEncrypted ? 443 : 80))
  const connection = isEncrypted ? await net.secure(plain, { host: name, isVerified: true }) : plain
  return new WebSocket(`ws://${host}${pathname.replace(/\/$/, '')}/api/websocket`, {
    createConnection: () => connection,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
  })
}
