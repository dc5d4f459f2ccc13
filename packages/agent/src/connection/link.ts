import { type AgentFrame, closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import type { Log } from '#agent/log.ts'
import type { Address, Connection, Dial, Disconnect, Transport } from './connection.ts'
import { createPauses, isSuspicious } from './pauses.ts'
import { createReceiver } from './receiving.ts'
import { dialSocket } from './socket-connection.ts'
import { dialSync } from './sync-connection.ts'

/** Minimum life of a connection that counts as a success. */
const STEADY_AFTER_MS = 10_000
/** Number of failures typical of a proxy before the fallback to requests. */
const SUSPICIONS_MAX = 2
/** First and longest delay before an agent that makes requests tries a WebSocket again. */
const FIRST_PROBE_DELAY_MS = 60_000
const PROBE_DELAY_MAX_MS = 60 * 60_000
type Handlers = {
  /** Makes the first frame of a connection. */
  hello(): AgentFrame
  onFrame(frame: ServerFrame): void
  onDown(): void
  /** The server has revoked this token. */
  onRevoked(): void
}
/** Delays and randomness; tests wait less. */
type Pace = { firstProbeDelayMs?: number; random?(): number }
const dials: Record<Transport, Dial> = { socket: dialSocket, requests: dialSync }

/**
 * Persistent connection to the server: reconnects without end. If no WebSocket gets through, it falls back to long
 * polling and retries a WebSocket at intervals.
 */
export function createLink(
  address: Address,
  log: Log,
  handlers: Handlers,
  { firstProbeDelayMs = FIRST_PROBE_DELAY_MS, random = Math.random }: Pace = {},
) {
  const pauses = createPauses(log, random)
  const { handle, connectionHandlers } = createReceiver(log, pauses, handlers)
  let connection: Connection | null = null
  /** A WebSocket that is being tried while requests go on. */
  let probe: Connection | null = null
  let retry: NodeJS.Timeout | undefined
  let steady: NodeJS.Timeout | undefined
  let nextProbe: NodeJS.Timeout | undefined
  let probeMs = firstProbeDelayMs
  let suspicions = 0
  let isStopped = false

  function connect(): void {
    const transport: Transport = suspicions < SUSPICIONS_MAX ? 'socket' : 'requests'
    const onFrame = (frame: ServerFrame) => {
      if (frame.t === 'welcome') handleWelcome(transport)
      handle(frame)
    }
    connection = dials[transport](address, {
      ...connectionHandlers,
      onFrame,
      onEnd: (disconnect) => handleEnd(transport, disconnect),
    })
  }

  function handleWelcome(transport: Transport): void {
    clearTimeout(steady)
    steady = setTimeout(pauses.succeeded, STEADY_AFTER_MS)
    if (transport === 'socket') {
      suspicions = 0
      probeMs = firstProbeDelayMs
      return
    }
    log.say('No WebSocket gets through: talking by requests')
    planProbe()
  }

  function planProbe(): void {
    clearTimeout(nextProbe)
    nextProbe = setTimeout(tryUpgrade, probeMs * (0.5 + random()))
    probeMs = Math.min(PROBE_DELAY_MAX_MS, probeMs * 2)
  }

  /** Opens a WebSocket while requests go on until it is welcome. */
  function tryUpgrade(): void {
    const tried = dialSocket(address, {
      ...connectionHandlers,
      onFrame(frame) {
        if (frame.t === 'welcome') adopt(tried)
        handle(frame)
      },
      onEnd(disconnect) {
        if (tried === connection) return handleEnd('socket', disconnect)
        probe = null
        if (connection) planProbe()
        else reconnect('requests', disconnect)
      },
    })
    probe = tried
  }

  function adopt(tried: Connection): void {
    log.say('A WebSocket gets through again')
    connection?.drop()
    if (connection) handlers.onDown()
    connection = tried
    probe = null
    handleWelcome('socket')
  }

  function handleEnd(transport: Transport, disconnect: Disconnect): void {
    clearTimeout(steady)
    clearTimeout(nextProbe)
    connection = null
    handlers.onDown()
    if (transport === 'socket' && isSuspicious(disconnect)) suspicions++
    // Requests fail too: it was not the WebSocket's fault.
    else if (transport === 'requests' && !disconnect.wasWelcomed) suspicions = 0
    // The tried WebSocket was faster; its welcome is on the way.
    if (probe && disconnect.code === closeCode.superseded) return
    probe?.drop()
    probe = null
    reconnect(transport, disconnect)
  }

  function reconnect(transport: Transport, disconnect: Disconnect): void {
    if (isStopped) return
    if (disconnect.code === closeCode.revoked) {
      log.say('The server no longer accepts this token: the agent was removed, or got a new one.')
      handlers.onRevoked()
      return
    }
    const pauseMs = pauses.pauseAfter(transport, disconnect)
    log.say(`Disconnected (${causeText(disconnect)}); next try in ${Math.round(pauseMs / 1000)} s`)
    retry = setTimeout(connect, pauseMs)
  }

  return {
    start: connect,
    send: (frame: AgentFrame): void => connection?.send(frame),
    /** Closes the connection for good. Resolves when the server has closed it, too. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(retry)
      clearTimeout(nextProbe)
      probe?.drop()
      await connection?.close()
    },
  }
}

function causeText({ status, cause, code }: Disconnect): string | number | undefined {
  if (code === closeCode.superseded) return 'this agent runs a second time, perhaps on another machine'
  return status ?? cause ?? code
}
