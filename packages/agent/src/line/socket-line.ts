import { AGENT_WS_PATH, closeCode, SUBPROTOCOL } from '@atalaya/contract/agent-protocol'
import { WebSocket } from 'ws'
import { below, causeOf, type Dial, type Ending, GREETING_MS, readFrame, retryAfterOf } from './line.ts'

/** The server pings every 25 s; a line without any frame for so long is dead. */
const SILENCE_MS = 60_000
const FRAME_MAX_BYTES = 1024 * 1024
const GOODBYE_MS = 1000

/** A conversation over one WebSocket. */
export const dialSocket: Dial = ({ server, token }, { greeting, onFrame, onEnd }) => {
  const socket = new WebSocket(addressOf(server), [SUBPROTOCOL], {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: GREETING_MS,
    perMessageDeflate: false,
    maxPayload: FRAME_MAX_BYTES,
  })
  const ending: Ending = { wasWelcome: false }
  let isDropped = false
  let silence: NodeJS.Timeout | undefined

  const alive = () => {
    clearTimeout(silence)
    silence = setTimeout(() => socket.terminate(), ending.wasWelcome ? SILENCE_MS : GREETING_MS)
  }

  function hear(text: string): void {
    const frame = readFrame(parseJson(text))
    if (frame?.t === 'welcome') ending.wasWelcome = true
    alive()
    if (frame) onFrame(frame)
  }

  socket.on('open', () => {
    alive()
    socket.send(JSON.stringify(greeting()))
  })
  socket.on('ping', alive)
  socket.on('message', (data) => hear(data.toString()))
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
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
