import { closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import type { RawData, WebSocket } from 'ws'
import type { Connection, Handlers } from '#server/connections/agent-session.ts'
import type { Faults } from '#server/containment/faults.ts'
import { parseFrame } from './frames.ts'
import type { GatewaySettings } from './settings.ts'

/** How long a peer gets to answer a close before its socket is cut. */
const CLOSE_MS = 1_000

type Needs = { settings: GatewaySettings; faults: Faults }

/** One WebSocket with its heartbeat and a bounded queue. What one of its handlers throws ends this connection. */
export function createConnection(socket: WebSocket, { settings, faults }: Needs, handlers: Handlers): Connection {
  let isOpen = true
  let isPaused = false
  let isPongDue = false
  let waiting = 0
  let timer = setTimeout(ping, settings.pingMs)

  /** The agent hears that the line is alive; while nothing is read here it can't answer. */
  function ping(): void {
    socket.ping()
    isPongDue = !isPaused
    const lost = () => close(closeCode.heartbeatLost, 'No answer to a ping')
    timer = isPongDue ? setTimeout(lost, settings.pongMs) : setTimeout(ping, settings.pingMs)
  }

  function pingLater(): void {
    if (!isOpen || !isPongDue) return
    isPongDue = false
    clearTimeout(timer)
    timer = setTimeout(ping, settings.pingMs)
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

  function receive(data: RawData, isBinary: boolean): void {
    if (!isOpen) return
    if (isBinary) close(closeCode.badFrame, 'Frames are JSON text')
    else handlers.onFrame(parseFrame(data.toString()))
  }

  const broken = () => close(closeCode.goingAway, 'The server could not handle this')
  const contained = (work: () => void) => faults.contained('agent_socket', work, broken)
  socket.on('pong', () => contained(pingLater))
  socket.on('message', (data, isBinary) => contained(() => receive(data, isBinary)))
  // A broken frame or a reset connection; `close` follows.
  socket.on('error', () => {})
  socket.on('close', () => contained(finish))

  return {
    send,
    close,
    pause() {
      isPaused = true
      socket.pause()
      pingLater()
    },
    resume() {
      isPaused = false
      socket.resume()
    },
  }
}
