import { AGENT_WS_PATH, closeCode, SUBPROTOCOL } from '@atalaya/contract/agent-protocol'
import { parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'
import { type RawData, WebSocket } from 'ws'
import {
  causeOf,
  type Dial,
  type Disconnect,
  HELLO_TIMEOUT_MS,
  readFrame,
  retryAfterOf,
  SERVER_BOUNDS,
  SERVER_FRAME_MAX_BYTES,
  urlBelow,
} from './connection.ts'

/** Time without any frame after which a connection is dead. The server pings every 25 s. */
const IDLE_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 1000
/**
 * Bound on unsent bytes: a server that sends commands and reads no results must not fill the memory. The
 * outbox is smaller.
 */
const UNSENT_MAX_BYTES = 64 * 1024 * 1024

/** A connection over one WebSocket. */
export const dialSocket: Dial = ({ server, token }, { hello, onFrame, onInvalidFrame, onEnd }) => {
  const socket = new WebSocket(addressOf(server), [SUBPROTOCOL], {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: HELLO_TIMEOUT_MS,
    perMessageDeflate: false,
    maxPayload: SERVER_FRAME_MAX_BYTES,
  })
  const disconnect: Disconnect = { wasWelcomed: false }
  let isDropped = false
  let silence: NodeJS.Timeout | undefined

  const restartSilenceTimer = () => {
    clearTimeout(silence)
    silence = setTimeout(() => socket.terminate(), disconnect.wasWelcomed ? IDLE_TIMEOUT_MS : HELLO_TIMEOUT_MS)
  }

  function receive(data: RawData): void {
    try {
      const frame = readFrame(parseJson(data.toString(), SERVER_BOUNDS), onInvalidFrame)
      const isSecond = frame?.t === 'welcome' && disconnect.wasWelcomed
      disconnect.wasWelcomed ||= frame?.t === 'welcome'
      restartSilenceTimer()
      if (isSecond) onInvalidFrame('a second welcome')
      else if (frame) onFrame(frame)
    } catch (error) {
      if (!(error instanceof UnreadableJson)) throw error
      onInvalidFrame(error.message)
    }
  }

  socket.on('open', () => {
    restartSilenceTimer()
    socket.send(JSON.stringify(hello()))
  })
  socket.on('ping', restartSilenceTimer)
  socket.on('message', receive)
  socket.on('unexpected-response', (_request, response) => {
    disconnect.status = response.statusCode
    disconnect.retryAfterMs = retryAfterOf(response.headers['retry-after'])
    response.destroy()
    socket.terminate()
  })
  socket.on('error', (error) => {
    disconnect.cause ??= causeOf(error)
  })
  socket.on('close', (code) => {
    clearTimeout(silence)
    if (!isDropped) onEnd({ ...disconnect, code })
  })

  return {
    send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return
      if (socket.bufferedAmount <= UNSENT_MAX_BYTES) socket.send(JSON.stringify(frame))
      else {
        disconnect.cause = 'the server does not read the results'
        socket.terminate()
      }
    },
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return
      await new Promise<void>((resolve) => {
        socket.on('close', () => resolve())
        socket.close(closeCode.goingAway)
        setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS)
      })
    },
    drop() {
      isDropped = true
      socket.terminate()
    },
  }
}

function addressOf(server: URL): URL {
  const url = urlBelow(server, AGENT_WS_PATH)
  url.protocol = server.protocol === 'https:' ? 'wss:' : 'ws:'
  return url
}
