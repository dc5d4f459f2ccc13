import { type AgentFrame, closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import type { Log } from '#agent/log.ts'
import type { Address, Dial, Ending, Line, Way } from './line.ts'
import { createPauses, isSuspicious } from './pauses.ts'
import { createReceiver } from './receiving.ts'
import { dialSocket } from './socket-line.ts'
import { dialSync } from './sync-line.ts'

/** Minimum life of a connection that counts as a success. */
const STEADY_MS = 10_000
/** Failures of a kind that a proxy causes, before plain requests are tried. */
const SUSPICIONS_MAX = 2
/** First and longest delay before an agent that makes requests tries a WebSocket again. */
const PROBE_FIRST_MS = 60_000
const PROBE_LAST_MS = 60 * 60_000
type Handlers = {
  /** A conversation begins: the first frame to say. */
  greeting(): AgentFrame
  onFrame(frame: ServerFrame): void
  onDown(): void
  /** The server will never take this token again. */
  onRevoked(): void
}
/** Delays and randomness; tests wait less. */
type Pace = { probeFirstMs: number; random(): number }
const usualPace: Pace = { probeFirstMs: PROBE_FIRST_MS, random: Math.random }
const dials: Record<Way, Dial> = { socket: dialSocket, requests: dialSync }

/**
 * The line to the server: connects, listens, and reconnects for as long as it takes. If no WebSocket gets through it
 * makes requests, and tries a WebSocket now and then.
 */
export function createLink(address: Address, log: Log, handlers: Handlers, pace: Pace = usualPace) {
  const pauses = createPauses(log, pace.random)
  const { follow, lineHandlers } = createReceiver(log, pauses, handlers)
  let line: Line | null = null
  /** A WebSocket that is being tried while requests go on. */
  let probe: Line | null = null
  let retry: NodeJS.Timeout | undefined
  let steady: NodeJS.Timeout | undefined
  let nextProbe: NodeJS.Timeout | undefined
  let probeMs = pace.probeFirstMs
  let suspicions = 0
  let isStopped = false

  function connect(): void {
    const way: Way = suspicions < SUSPICIONS_MAX ? 'socket' : 'requests'
    const onFrame = (frame: ServerFrame) => {
      if (frame.t === 'welcome') welcomed(way)
      follow(frame)
    }
    line = dials[way](address, { ...lineHandlers, onFrame, onEnd: (ending) => ended(way, ending) })
  }

  function welcomed(way: Way): void {
    clearTimeout(steady)
    steady = setTimeout(pauses.succeeded, STEADY_MS)
    if (way === 'socket') {
      suspicions = 0
      probeMs = pace.probeFirstMs
      return
    }
    log.say('No WebSocket gets through: talking by requests')
    planProbe()
  }

  function planProbe(): void {
    clearTimeout(nextProbe)
    nextProbe = setTimeout(tryUpgrade, probeMs * (0.5 + pace.random()))
    probeMs = Math.min(PROBE_LAST_MS, probeMs * 2)
  }

  /** Opens a WebSocket while requests go on until it is welcome. */
  function tryUpgrade(): void {
    const tried = dialSocket(address, {
      ...lineHandlers,
      onFrame(frame) {
        if (frame.t === 'welcome') adopt(tried)
        follow(frame)
      },
      onEnd(ending) {
        if (tried === line) return ended('socket', ending)
        probe = null
        if (line) planProbe()
        else again('requests', ending)
      },
    })
    probe = tried
  }

  function adopt(tried: Line): void {
    log.say('A WebSocket gets through again')
    line?.drop()
    if (line) handlers.onDown()
    line = tried
    probe = null
    welcomed('socket')
  }

  function ended(way: Way, ending: Ending): void {
    clearTimeout(steady)
    clearTimeout(nextProbe)
    line = null
    handlers.onDown()
    if (way === 'socket' && isSuspicious(ending)) suspicions++
    // Requests fail too: it was not the WebSocket's fault.
    else if (way === 'requests' && !ending.wasWelcome) suspicions = 0
    // The tried WebSocket was faster; its welcome is on the way.
    if (probe && ending.code === closeCode.superseded) return
    probe?.drop()
    probe = null
    again(way, ending)
  }

  function again(way: Way, ending: Ending): void {
    if (isStopped) return
    if (ending.code === closeCode.revoked) {
      log.say('The server no longer accepts this token: the agent was removed, or got a new one.')
      handlers.onRevoked()
      return
    }
    const pauseMs = pauses.after(way, ending)
    log.say(`Disconnected (${wordFor(ending)}); next try in ${Math.round(pauseMs / 1000)} s`)
    retry = setTimeout(connect, pauseMs)
  }

  return {
    start: connect,
    send: (frame: AgentFrame): void => line?.send(frame),
    /** Ends the line for good. Resolves when the peer knows. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(retry)
      clearTimeout(nextProbe)
      probe?.drop()
      await line?.close()
    },
  }
}

function wordFor({ status, cause, code }: Ending): string | number | undefined {
  if (code === closeCode.superseded) return 'this agent runs a second time, perhaps on another machine'
  return status ?? cause ?? code
}
