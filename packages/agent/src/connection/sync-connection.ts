import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { SYNC_FRAMES_MAX, SYNC_WAIT_MAX_S } from '@atalaya/contract/agent-sync'
import { type Connection, causeOf, type Dial, type Disconnect, readFrame } from './connection.ts'
import { createExchange, type ExchangeAnswer, ExchangeError } from './exchange.ts'

/** A proxy that cuts requests sooner than this is of no use. */
const WAIT_MIN_S = 5
/** Maximum size of one request, well below the limits of server and proxies. */
const REQUEST_MAX_BYTES = 500_000
/** Maximum number of frames that wait to be sent. */
const OUTGOING_MAX = 4096
const CLOSE_TIMEOUT_MS = 1000
/** An empty answer sooner than this is no long poll: the next request is delayed. */
const EARLY_MS = 1000
/** Statuses by which a proxy ends a long request early. */
const CUT_SHORT = new Set([408, 502, 504, 524])

/** An answer, and the number of frames received before its request. */
type Answer = ExchangeAnswer & { base: number }

/**
 * A connection by requests (long polling), for networks that let no WebSocket through. One request waits for the
 * server's frames. A second one carries the agent's frames, and ends the waiting of the first.
 *
 * Both begin at the same frame, and the next pair begins once both are answered. No frame is missed or handled
 * twice.
 */
export const dialSync: Dial = (address, { hello, onFrame, onInvalidFrame, onEnd }): Connection => {
  const exchange = createExchange(address)
  const outgoing: AgentFrame[] = []
  let session: string | undefined
  let received = 0
  let waitS: number = SYNC_WAIT_MAX_S
  let wasWelcomed = false
  let isOver = false
  let isLeaving = false
  let isOverfull = false
  let notifyOutgoing = () => {}

  /** Sends frames. The server answers as soon as it has frames, or after `requestWaitS` at the latest. */
  async function request(frames: AgentFrame[], requestWaitS: number): Promise<Answer> {
    const base = received
    return { ...(await exchange.send({ session, received: base, frames, waitS: requestWaitS })), base }
  }

  /** Waits without sending frames. If a proxy cuts the request, repeats it with a shorter wait. */
  async function wait(): Promise<Answer> {
    try {
      return await request([], waitS)
    } catch (error) {
      const status = error instanceof ExchangeError ? error.disconnect.status : undefined
      const wasCut = status === undefined || CUT_SHORT.has(status)
      if (isOver || !wasCut || waitS <= WAIT_MIN_S) throw error
      waitS = Math.max(WAIT_MIN_S, Math.floor(waitS / 2))
      return wait()
    }
  }

  /** Passes on the new frames of an answer. Throws once the server has ended the session. */
  function receive({ session: id, base, frames, closed }: Answer): void {
    session = id
    for (const value of frames.slice(received - base)) {
      received++
      const frame = readFrame(value, onInvalidFrame)
      if (frame?.t === 'welcome' && wasWelcomed) onInvalidFrame('a second welcome')
      else if (frame && !isOver) {
        wasWelcomed ||= frame.t === 'welcome'
        onFrame(frame)
      }
    }
    if (closed) throw new ExchangeError({ code: closed.code, cause: closed.reason })
  }

  /** Takes the frames of the next request: at least one, however large it is. */
  function nextFrames(): AgentFrame[] {
    let bytes = 0
    const fits = (frame: AgentFrame) => {
      bytes += JSON.stringify(frame).length
      return bytes <= REQUEST_MAX_BYTES
    }
    const tooMany = outgoing.findIndex((frame, place) => place > 0 && (place >= SYNC_FRAMES_MAX || !fits(frame)))
    return outgoing.splice(0, tooMany < 0 ? outgoing.length : tooMany)
  }

  async function listen(): Promise<void> {
    const outgoingReady = new Promise<'outgoing'>((resolve) => {
      notifyOutgoing = () => resolve('outgoing')
    })
    const began = performance.now()
    const waiting = wait()
    const first = await Promise.race([waiting, outgoingReady])
    if (first !== 'outgoing') {
      receive(first)
      const isEarly = first.frames.length === 0 && performance.now() - began < EARLY_MS
      return isEarly ? new Promise((resolve) => setTimeout(resolve, EARLY_MS)) : undefined
    }
    const answers = await Promise.all([waiting, request(nextFrames(), 0)])
    for (const answer of answers) receive(answer)
  }

  async function run(): Promise<void> {
    receive(await request([hello()], SYNC_WAIT_MAX_S))
    while (!isOver && !(isLeaving && outgoing.length === 0)) {
      if (isOverfull) throw new ExchangeError({ cause: 'the server fetches the results too slowly' })
      if (outgoing.length > 0) receive(await request(nextFrames(), 0))
      else await listen()
    }
  }

  function end(): void {
    isOver = true
    exchange.abort()
  }

  const running = run().then(
    () => ({ wasWelcomed }),
    (error) => ({ wasWelcomed, ...(error instanceof ExchangeError ? error.disconnect : { cause: causeOf(error) }) }),
  )
  const finish = (disconnect: Disconnect) => {
    if (isOver) return
    end()
    onEnd(disconnect)
  }
  running.then(finish, (error) => finish({ wasWelcomed, cause: causeOf(error) }))

  return {
    send(frame) {
      isOverfull = outgoing.length >= OUTGOING_MAX
      if (isOverfull) exchange.abort()
      else outgoing.push(frame)
      notifyOutgoing()
    },
    async close() {
      isLeaving = true
      notifyOutgoing()
      setTimeout(end, CLOSE_TIMEOUT_MS)
      await running
    },
    drop: end,
  }
}
