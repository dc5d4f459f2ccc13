import { AGENT_WS_PATH, closeCode, SUBPROTOCOL } from '@atalaya/contract/agent-protocol'
import { parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'
import { type RawData, WebSocket } from 'ws'
import {
  below,
  causeOf,
  type Dial,
  type Ending,
  GREETING_MS,
  readFrame,
  retryAfterOf,
  SERVER_BOUNDS,
  SERVER_FRAME_MAX_BYTES,
} from './line.ts'

/** Time without any frame after which a line is dead. The server pings every 25 s. */
const SILENCE_MS = 60_000
const GOODBYE_MS = 1000
/**
 * Bound on unsent bytes: a server that asks and does not read must not fill the memory. Everything that waits for a
 * receipt is less.
 */
const UNREAD_MAX_BYTES = 64 * 1024 * 1024

/** A conversation over one WebSocket. */
export const dialSocket: Dial = ({ server, token }, { greeting, onFrame, onUnusable, onEnd }) => {
  const socket = new WebSocket(addressOf(server), [SUBPROTOCOL], {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: GREETING_MS,
    perMessageDeflate: false,
    maxPayload: SERVER_FRAME_MAX_BYTES,
  })
  const ending: Ending = { wasWelcome: false }
  let isDropped = false
  let silence: NodeJS.Timeout | undefined

  const alive = () => {
    clearTimeout(silence)
    silence = setTimeout(() => socket.terminate(), ending.wasWelcome ? SILENCE_MS : GREETING_MS)
  }

  function receive(data: RawData): void {
    try {
      const frame = readFrame(parseJson(data.toString(), SERVER_BOUNDS), onUnusable)
      const isSecond = frame?.t === 'welcome' && ending.wasWelcome
      ending.wasWelcome ||= frame?.t === 'welcome'
      alive()
      if (isSecond) onUnusable('a second welcome')
      else if (frame) onFrame(frame)
    } catch (error) {
      if (!(error instanceof UnreadableJson)) throw error
      onUnusable(error.message)
    }
  }

  socket.on('open', () => {
    alive()
    socket.send(JSON.stringify(greeting()))
  })
  socket.on('ping', alive)
  socket.on('message', receive)
  socket.on('unexpected-response', (_request, response) => {
    ending.status = response.statusCode
    ending.retryAfterMs = retryAfterOf(response.headers['retry-after'])
    response.destroy()
    socket.terminate()
  })
  socket.on('error', (error) => {
    ending.cause ??= causeOf(error)
  })
  socket.on('close', (code) => {
    clearTimeout(silence)
    if (!isDropped) onEnd({ ...ending, code })
  })

  return {
    send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return
      if (socket.bufferedAmount <= UNREAD_MAX_BYTES) socket.send(JSON.stringify(frame))
      else {
        ending.cause = 'the server does not read what it asks for'
        socket.terminate()
      }
    },
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return
      await new Promise<void>((resolve) => {
        socket.on('close', () => resolve())
        socket.close(closeCode.goingAway)
        setTimeout(() => socket.terminate(), GOODBYE_MS)
      })
    },
    drop() {
      isDropped = true
      socket.terminate()
    },
  }
}

function addressOf(server: URL): URL {
  const url = below(server, AGENT_WS_PATH)
  url.protocol = server.protocol === 'https:' ? 'wss:' : 'ws:'
  return url
}
