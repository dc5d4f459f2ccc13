import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { SYNC_FRAMES_MAX, SYNC_WAIT_MAX_S } from '@atalaya/contract/agent-sync'
import { type Answered, createExchange, Failed } from './exchange.ts'
import { causeOf, type Dial, type Ending, type Line, readFrame } from './line.ts'

/** A proxy that cuts requests sooner than this is of no use. */
const WAIT_MIN_S = 5
/** Maximum size of one request, well below the limits of server and proxies. */
const REQUEST_MAX_BYTES = 500_000
const OUTGOING_MAX = 4096
const GOODBYE_MS = 1000
/** An empty answer sooner than this is no long poll: the next request is delayed. */
const EARLY_MS = 1000
/** Statuses by which a proxy ends a long request early. */
const CUT_SHORT = new Set([408, 502, 504, 524])

/** An answer, and how many frames had arrived when it was asked for. */
type Answer = Answered & { base: number }

/**
 * A conversation by requests (long polling), for networks that let no WebSocket through. One request waits for the
 * server's frames. A second one carries the agent's frames, and ends the waiting of the first.
 *
 * Both begin at the same frame, and the next pair begins once both are answered. No frame is so missed or handled
 * twice.
 */
export const dialSync: Dial = (address, { greeting, onFrame, onUnusable, onEnd }): Line => {
  const exchange = createExchange(address)
  const outgoing: AgentFrame[] = []
  let session: string | undefined
  let received = 0
  let waitS: number = SYNC_WAIT_MAX_S
  let wasWelcome = false
  let isOver = false
  let isLeaving = false
  let isOverfull = false
  let hasNews = () => {}

  async function ask(frames: AgentFrame[], forS: number): Promise<Answer> {
    const base = received
    return { ...(await exchange.ask({ session, received: base, frames, waitS: forS })), base }
  }

  /** A request that only waits carries nothing. If somebody cuts it, a shorter one does as well. */
  async function wait(): Promise<Answer> {
    try {
      return await ask([], waitS)
    } catch (error) {
      const status = error instanceof Failed ? error.ending.status : undefined
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
      const frame = readFrame(value, onUnusable)
      if (frame?.t === 'welcome' && wasWelcome) onUnusable('a second welcome')
      else if (frame && !isOver) {
        wasWelcome ||= frame.t === 'welcome'
        onFrame(frame)
      }
    }
    if (closed) throw new Failed({ code: closed.code, cause: closed.reason })
  }

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
    const news = new Promise<'news'>((resolve) => {
      hasNews = () => resolve('news')
    })
    const began = performance.now()
    const waiting = wait()
    const first = await Promise.race([waiting, news])
    if (first !== 'news') {
      receive(first)
      const isEarly = first.frames.length === 0 && performance.now() - began < EARLY_MS
      return isEarly ? new Promise((resolve) => setTimeout(resolve, EARLY_MS)) : undefined
    }
    const answers = await Promise.all([waiting, ask(nextFrames(), 0)])
    for (const one of answers) receive(one)
  }

  async function converse(): Promise<void> {
    receive(await ask([greeting()], SYNC_WAIT_MAX_S))
    while (!isOver && !(isLeaving && outgoing.length === 0)) {
      if (isOverfull) throw new Failed({ cause: 'the server asks for more than it fetches' })
      if (outgoing.length > 0) receive(await ask(nextFrames(), 0))
      else await listen()
    }
  }

  function end(): void {
    isOver = true
    exchange.abort()
  }

  const conversation = converse().then(
    () => ({ wasWelcome }),
    (error) => ({ wasWelcome, ...(error instanceof Failed ? error.ending : { cause: causeOf(error) }) }),
  )
  const finish = (ending: Ending) => {
    if (isOver) return
    end()
    onEnd(ending)
  }
  conversation.then(finish, (error) => finish({ wasWelcome, cause: causeOf(error) }))

  return {
    send(frame) {
      isOverfull = outgoing.length >= OUTGOING_MAX
      if (isOverfull) exchange.abort()
      else outgoing.push(frame)
      hasNews()
    },
    async close() {
      isLeaving = true
      hasNews()
      setTimeout(end, GOODBYE_MS)
      await conversation
    },
    drop: end,
  }
}
