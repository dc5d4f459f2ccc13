import { setImmediate } from 'node:timers/promises'
import { createFairQueue, type Share } from '@atalaya/module-sdk/fair-queue'
import { SourceError } from '@atalaya/module-sdk/server'

/** Pause after each turn, as a multiple of its time: all sources together take a quarter of the time. */
const PAUSE_FACTOR = 3
const PAUSE_MAX_MS = 200
/** Minimum turn with a pause after it; a timer costs more than a shorter pause. */
const PAUSED_MIN_MS = 1
/** Larger than the number of sources. Each source waits for one answer at a time. */
const WAITING_MAX = 2_000
/** Long answers that are kept at a time, of all sources. */
const LONG_MAX = 16

const refusal = () => new SourceError('Too many data sources answer at a time')

/**
 * Reads foreign data in turns: one portion after the other, with pauses for the rest of the server. Users take turns,
 * so that nobody waits for a hundred sources of another user.
 */
export function createTurns({ longMax = LONG_MAX } = {}) {
  const inTurn = createFairQueue({ parallel: 1, waitingMax: WAITING_MAX, refusal })
  const longAnswers = createFairQueue({ parallel: longMax, waitingMax: WAITING_MAX, refusal })

  /**
   * Runs `read` as one turn, at once if nobody else reads. The turn includes follow-up work of the next two turns of
   * the event loop.
   */
  const take = (queueKey: Share, read: () => void): Promise<void> =>
    inTurn(queueKey, async () => {
      const startedAt = performance.now()
      read()
      await setImmediate()
      await setImmediate()
      const tookMs = performance.now() - startedAt
      if (tookMs <= PAUSED_MIN_MS) return
      await new Promise((resolve) => setTimeout(resolve, Math.min(tookMs * PAUSE_FACTOR, PAUSE_MAX_MS)))
    })

  return {
    take,

    /** Waits for the next turn of this key. @throws SourceError */
    waitForTurn: (queueKey: Share): Promise<void> =>
      new Promise((resolve, reject) => void take(queueKey, resolve).catch(reject)),

    /** One of the slots for long answers: `enter` waits for it, and `leave` gives it back, entered or not. */
    slotFor(queueKey: Share) {
      const released = Promise.withResolvers<void>()
      const enter = (): Promise<void> =>
        new Promise((resolve, reject) => {
          const hold = () => {
            resolve()
            return released.promise
          }
          longAnswers(queueKey, hold).catch(reject)
        })
      return { enter, leave: released.resolve }
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
