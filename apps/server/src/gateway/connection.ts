import { closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import type { WebSocket } from 'ws'
import type { Connection, Handlers } from '#server/connections/agent-session.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { FrameQueue, FrameTurns } from './frame-turns.ts'
import { parseFrame } from './frames.ts'
import type { GatewaySettings } from './settings.ts'

/** Time for a peer to answer a close before its socket is cut. */
const CLOSE_MS = 1_000

type Needs = { settings: GatewaySettings; turns: FrameTurns; faults: Faults }

/** One WebSocket with its heartbeat and a bounded queue. An error of a handler ends this connection only. */
export function createConnection(
  socket: WebSocket,
  { settings, turns, faults }: Needs,
  handlers: Handlers,
): Connection {
  let isOpen = true
  /** Calls of `pause` without their `resume`. */
  let pauses = 0
  let isQueuePaused = false
  let isPongDue = false
  /** Frames that were sent, but not written to the socket yet. */
  let unwrittenFrames = 0
  let timer = setTimeout(ping, settings.pingEveryMs)

  /** Sends a ping. Does so while reading is paused, too: without pings the agent would reconnect. */
  function ping(): void {
    socket.ping()
    isPongDue = pauses === 0
    const closeAsLost = () => close(closeCode.heartbeatLost, 'No answer to a ping')
    timer = isPongDue ? setTimeout(closeAsLost, settings.pongMs) : setTimeout(ping, settings.pingEveryMs)
  }

  function pingLater(): void {
    if (!isOpen || !isPongDue) return
    isPongDue = false
    clearTimeout(timer)
    timer = setTimeout(ping, settings.pingEveryMs)
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
    if (unwrittenFrames >= settings.sendQueueFrames || socket.bufferedAmount > settings.sendQueueBytes) {
      close(closeCode.tooSlow, 'Frames are not read fast enough')
      return
    }
    unwrittenFrames++
    socket.send(JSON.stringify(frame), () => {
      unwrittenFrames--
    })
  }

  /** Pauses the socket while storage or the frame queue is behind. */
  function pauseOrResume(): void {
    if (pauses > 0 || isQueuePaused) socket.pause()
    else socket.resume()
  }

  const closeAsBroken = () => close(closeCode.goingAway, 'The server could not handle this')
  const runContained = (work: () => void) => faults.contain('agent_socket', work, closeAsBroken)
  const queue: FrameQueue = {
    waiting: [],
    handle: (frame) =>
      runContained(() => {
        if (frame === null) finish()
        else if (isOpen) handlers.onFrame(parseFrame(frame.toString()))
      }),
    pause() {
      isQueuePaused = true
      pauseOrResume()
    },
    resume() {
      isQueuePaused = false
      pauseOrResume()
    },
  }

  socket.on('pong', () => runContained(pingLater))
  // `ws` hands a message over as one buffer.
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) runContained(() => close(closeCode.badFrame, 'Frames are JSON text'))
    else turns.accept(queue, data)
  })
  // A broken frame or a reset connection; `close` follows.
  socket.on('error', () => {})
  // The end is queued, so that it is handled after all earlier frames.
  socket.on('close', () => turns.accept(queue, null))

  return {
    send,
    close,
    pause() {
      pauses++
      pauseOrResume()
      pingLater()
    },
    resume() {
      pauses--
      pauseOrResume()
    },
  }
}
