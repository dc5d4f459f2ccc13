import { setImmediate } from 'node:timers/promises'
import { closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import type { Connection, Handlers } from '#server/connections/agent-session.ts'
import { AppError } from '#server/domain/errors.ts'
import type { GatewaySettings } from './settings.ts'

/**
 * Content of one request, and the time that its answer may wait. `received`: number of frames that the agent has got so
 * far. `hangUp` aborts when the agent hangs up.
 */
export type Exchange = { received: number; frames: unknown[]; waitMs: number; hangUp: AbortSignal }
export type ExchangeResult = { frames: ServerFrame[]; closed: { code: number; reason: string } | null }

/** Maximum of open requests of a session. An agent has one, or two while the newer one ends the older one's wait. */
const EXCHANGES_MAX = 4
const RETRY_SECONDS = 1
/** Frames of a request that one turn handles. A request may have thousands of samples. */
const FRAMES_PER_TURN = 8

type QueuedFrame = { frame: ServerFrame; bytes: number }

/**
 * Connection of successive requests. Frames are queued, up to a bound, until the agent confirms them: an answer may get
 * lost. `onOver` is called once no request can continue the session.
 */
export function createPolledConnection(settings: GatewaySettings, handlers: Handlers, onOver: () => void) {
  let waiting: QueuedFrame[] = []
  let bytes = 0
  let confirmedCount = 0
  let openExchanges = 0
  let closed: ExchangeResult['closed'] = null
  /** Lets the request that waits answer at once. */
  let wake = () => {}
  /** Calls of `pause` without their `resume`, and the promise that requests await meanwhile. */
  let pauses = 0
  let pausing: PromiseWithResolvers<void> | null = null
  let silenceTimer: NodeJS.Timeout | undefined

  function close(code: number, reason: string): void {
    if (closed) return
    closed = { code, reason }
    handlers.onClose()
    endPause()
    wake()
    if (openExchanges === 0) awaitRequest()
  }

  function send(frame: ServerFrame): void {
    if (closed) return
    const size = JSON.stringify(frame).length
    if (waiting.length >= settings.sendQueueFrames || bytes + size > settings.sendQueueBytes) {
      close(closeCode.tooSlow, 'Frames are not fetched fast enough')
      return
    }
    waiting.push({ frame, bytes: size })
    bytes += size
    wake()
  }

  /** Starts the timer for the next request. Without one the agent counts as lost, and an ended session is dropped. */
  function awaitRequest(): void {
    clearTimeout(silenceTimer)
    const onSilence = () => {
      if (closed) onOver()
      else close(closeCode.heartbeatLost, 'No request in time')
    }
    silenceTimer = setTimeout(onSilence, settings.pingEveryMs + settings.pongMs).unref()
  }

  function dropConfirmed(received: number): void {
    const count = Math.max(0, received - confirmedCount)
    for (const frame of waiting.slice(0, count)) bytes -= frame.bytes
    confirmedCount += Math.min(count, waiting.length)
    waiting = waiting.slice(count)
  }

  /** Waits for frames, for the end of the time, or for the agent to hang up. */
  async function waitForFrames(waitMs: number, hangUp: AbortSignal): Promise<void> {
    if (waiting.length > 0 || closed || hangUp.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    wake()
    wake = resolve
    const timer = setTimeout(resolve, waitMs)
    hangUp.addEventListener('abort', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
  }

  function endPause(): void {
    pausing?.resolve()
    pausing = null
  }

  const handle = createOrderedHandler(async (frame) => {
    await pausing?.promise
    if (!closed) handlers.onFrame(frame)
  })

  const connection: Connection = {
    send,
    close,
    pause: () => {
      pauses++
      pausing ??= Promise.withResolvers()
    },
    resume: () => {
      if (--pauses === 0) endPause()
    },
  }

  return {
    connection,
    /**
     * Answers one request. Makes an older request that still waits answer at once.
     *
     * @throws AppError too_many if `EXCHANGES_MAX` requests are open
     */
    async exchange({ received, frames, waitMs, hangUp }: Exchange): Promise<ExchangeResult> {
      if (openExchanges >= EXCHANGES_MAX) throw tooMany()
      clearTimeout(silenceTimer)
      openExchanges++
      dropConfirmed(received)
      await handle(frames)
      await waitForFrames(waitMs, hangUp)
      openExchanges--
      if (closed && !hangUp.aborted) onOver()
      else if (openExchanges === 0) awaitRequest()
      return { frames: waiting.map(({ frame }) => frame), closed }
    },
  }
}

/** Handles the frames of successive requests in their order, in several turns. */
function createOrderedHandler(handle: (frame: unknown) => Promise<void>) {
  let last: Promise<void> = Promise.resolve()
  let handledInTurn = 0

  async function handleAll(frames: unknown[]): Promise<void> {
    for (const frame of frames) {
      if (handledInTurn === FRAMES_PER_TURN) {
        await setImmediate()
        handledInTurn = 0
      }
      handledInTurn += 1
      await handle(frame)
    }
  }

  return (frames: unknown[]): Promise<void> => {
    const handled = last.then(() => handleAll(frames))
    // A failure does not affect the next request.
    last = handled.catch(() => {})
    return handled
  }
}

const tooMany = () =>
  new AppError('too_many', 'Wait for the answers to your earlier requests', { retryAfterSeconds: RETRY_SECONDS })
export type PolledConnection = ReturnType<typeof createPolledConnection>
