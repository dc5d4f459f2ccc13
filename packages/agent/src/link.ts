import {
  AGENT_WS_PATH,
  type AgentFrame,
  closeCode,
  type ServerFrame,
  SUBPROTOCOL,
  serverFrame,
} from '@atalaya/contract/agent-protocol'
import { WebSocket } from 'ws'
import { createBackoff } from './backoff.ts'
import type { Log } from './log.ts'

const HANDSHAKE_MS = 15_000
/** The server pings every 25 s; a line without any frame for so long is dead. */
const SILENCE_MS = 60_000
/** A connection that held so long counts as a success. */
const STEADY_MS = 10_000
const FRAME_MAX_BYTES = 1024 * 1024
const SUPERSEDED_MS = 60_000

type Handlers = {
  /** The connection is open: the first frame to say. */
  greeting(): AgentFrame
  onFrame(frame: ServerFrame): void
  onDown(): void
  /** The server will never take this token again. */
  onRevoked(): void
}

/** Why a connection ended, as far as it decides when to try again. */
type Ending = { code?: number; status?: number; retryAfterMs?: number }

/** The line to the server: connects, listens, and connects again for as long as it takes. */
export function createLink(server: URL, token: string, log: Log, handlers: Handlers) {
  const url = addressOf(server)
  const backoff = createBackoff()
  let socket: WebSocket | null = null
  let retry: NodeJS.Timeout | undefined
  let drainMs: number | null = null
  let isStopped = false

  function connect(): void {
    const headers = { authorization: `Bearer ${token}` }
    const options = { headers, handshakeTimeout: HANDSHAKE_MS, perMessageDeflate: false, maxPayload: FRAME_MAX_BYTES }
    const opened = new WebSocket(url, [SUBPROTOCOL], options)
    const ending: Ending = {}
    let silence: NodeJS.Timeout | undefined
    let steady: NodeJS.Timeout | undefined
    socket = opened

    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(() => opened.terminate(), SILENCE_MS)
    }
    opened.on('open', () => {
      alive()
      steady = setTimeout(backoff.succeeded, STEADY_MS)
      send(handlers.greeting())
    })
    opened.on('ping', alive)
    opened.on('message', (data) => {
      alive()
      hear(data.toString())
    })
    opened.on('unexpected-response', (_request, response) => {
      ending.status = response.statusCode
      const seconds = Number(response.headers['retry-after'])
      if (seconds > 0) ending.retryAfterMs = seconds * 1000
      response.destroy()
      opened.terminate()
    })
    opened.on('error', (error) => {
      if (ending.status === undefined) log.say(`No connection: ${error.message}`)
    })
    opened.on('close', (code) => {
      clearTimeout(silence)
      clearTimeout(steady)
      if (socket === opened) socket = null
      handlers.onDown()
      again({ ...ending, code })
    })
  }

  function hear(text: string): void {
    const parsed = serverFrame.safeParse(parseJson(text))
    if (!parsed.success) return
    if (parsed.data.t === 'drain') drainMs = parsed.data.d.reconnectInMs
    handlers.onFrame(parsed.data)
  }

  function again(ending: Ending): void {
    if (isStopped) return
    if (ending.code === closeCode.revoked) {
      log.say('The server no longer accepts this token: the agent was removed, or got a new one.')
      handlers.onRevoked()
      return
    }
    const pauseMs = pauseAfter(ending)
    log.say(`Disconnected (${ending.status ?? ending.code}); next try in ${Math.round(pauseMs / 1000)} s`)
    drainMs = null
    retry = setTimeout(connect, pauseMs)
  }

  function pauseAfter({ code, status, retryAfterMs }: Ending): number {
    if (drainMs !== null) return drainMs
    if (retryAfterMs !== undefined) return retryAfterMs + backoff.next()
    if (code === closeCode.superseded) return SUPERSEDED_MS + backoff.next()
    const wasRefused = status === 401 || status === 403 || code === closeCode.badToken
    if (wasRefused) log.say('The server refused the token. Make a new one on the page of the agent, and start with it.')
    return backoff.next(wasRefused)
  }

  function send(frame: AgentFrame): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }

  return {
    start: connect,
    send,
    /** Ends the line for good. Resolves when the peer knows. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(retry)
      const open = socket
      if (!open) return
      await new Promise<void>((resolve) => {
        open.on('close', () => resolve())
        open.close(closeCode.goingAway)
        setTimeout(() => open.terminate(), 1000)
      })
    },
  }
}

/** The WebSocket's address below that of the server, which may stand under a path. */
function addressOf(server: URL): URL {
  const url = new URL(server)
  url.protocol = server.protocol === 'https:' ? 'wss:' : 'ws:'
  url.pathname = server.pathname.replace(/\/+$/, '') + AGENT_WS_PATH
  url.search = ''
  url.hash = ''
  return url
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
