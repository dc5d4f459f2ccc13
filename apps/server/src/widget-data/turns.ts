import { setImmediate } from 'node:timers/promises'
import { createFairQueue, type Share } from '@atalaya/module-sdk/fair-queue'
import { SourceError } from '@atalaya/module-sdk/server'

/** Rest after each turn, as a multiple of its time: all sources together take a quarter of the time. */
const REST = 3
const REST_MAX_MS = 200
/** A shorter turn is worth no timer. */
const WORTH_MS = 1
/** More than all sources together can wait for: each waits for one answer at a time. */
const WAITING_MAX = 2_000
/** Long answers that are kept at a time, of all sources. */
const LONG_MAX = 16

const refusal = () => new SourceError('Too many data sources answer at a time')

/**
 * Reads foreign data in turns: one portion after the other, with pauses for the rest of the server. Users take turns,
 * so that nobody waits for another's hundred sources.
 */
export function createTurns({ longMax = LONG_MAX } = {}) {
  const inTurn = createFairQueue({ parallel: 1, waitingMax: WAITING_MAX, refusal })
  const kept = createFairQueue({ parallel: longMax, waitingMax: WAITING_MAX, refusal })

  /**
   * Runs `read` as one turn, with its follow-up work up to the next turn of the event loop but one. At once if nobody
   * else reads.
   */
  const take = (share: Share, read: () => void): Promise<void> =>
    inTurn(share, async () => {
      const startedAt = performance.now()
      read()
      await setImmediate()
      await setImmediate()
      const tookMs = performance.now() - startedAt
      if (tookMs <= WORTH_MS) return
      await new Promise((resolve) => setTimeout(resolve, Math.min(tookMs * REST, REST_MAX_MS)))
    })

  return {
    take,

    /** Settles when it is the turn of this share. @throws SourceError */
    mine: (share: Share): Promise<void> => new Promise((resolve, reject) => void take(share, resolve).catch(reject)),

    /** Room for one long answer: `enter` settles when there is some, and `leave` gives it back, entered or not. */
    roomFor(share: Share) {
      const left = Promise.withResolvers<void>()
      const enter = (): Promise<void> =>
        new Promise((resolve, reject) => {
          const hold = () => {
            resolve()
            return left.promise
          }
          kept(share, hold).catch(reject)
        })
      return { enter, leave: left.resolve }
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
