import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a turn of the event loop in which no other caller resumes. Of many long answers, only one part is made
 * in each turn.
 */
export function waitForFreeTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
