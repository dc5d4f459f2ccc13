import { closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import type { WebSocket } from 'ws'
import type { GatewaySettings } from './settings.ts'

/** How long a peer gets to answer a close before its socket is cut. */
const CLOSE_MS = 1_000

/** The line to one agent: a WebSocket, or requests that follow each other. */
export type Connection = {
  send(frame: ServerFrame): void
  /** Ends it; `onClose` is called at once, the peer hears the code if it still listens. */
  close(code: number, reason: string): void
  /** Stops and goes on reading; what is not read waits at the sender. */
  pause(): void
  resume(): void
}

export type Handlers = {
  /** What came, read from JSON; `undefined` where it was not JSON. */
  onFrame(value: unknown): void
  onClose(): void
}
/** How whoever accepts an agent makes its connection. */
export type Connect = (handlers: Handlers) => Connection

/** One WebSocket with its heartbeat and a bounded queue. */
export function createConnection(socket: WebSocket, settings: GatewaySettings, handlers: Handlers): Connection {
  let isOpen = true
  let waiting = 0
  let timer = setTimeout(ping, settings.pingMs)

  function ping(): void {
    socket.ping()
    timer = setTimeout(() => close(closeCode.heartbeatLost, 'No answer to a ping'), settings.pongMs)
  }

  function finish(): void {
    if (!isOpen) return
    isOpen = false
    clearTimeout(timer)
    handlers.onClose()
  }

  function close(code: number, reason: string): void {
    if (!isOpen) return
    finish()
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), CLOSE_MS).unref()
  }

  function send(frame: ServerFrame): void {
    if (!isOpen) return
    if (waiting >= settings.sendQueueFrames || socket.bufferedAmount > settings.sendQueueBytes) {
      close(closeCode.tooSlow, 'Frames are not read fast enough')
      return
    }
    waiting++
    socket.send(JSON.stringify(frame), () => {
      waiting--
    })
  }

  socket.on('pong', () => {
    clearTimeout(timer)
    if (isOpen) timer = setTimeout(ping, settings.pingMs)
  })
  socket.on('message', (data, isBinary) => {
    if (!isOpen) return
    if (isBinary) close(closeCode.badFrame, 'Frames are JSON text')
    else handlers.onFrame(parseJson(data.toString()))
  })
  // A broken frame or a reset connection; `close` follows.
  socket.on('error', () => {})
  socket.on('close', finish)

  return { send, close, pause: () => socket.pause(), resume: () => socket.resume() }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
