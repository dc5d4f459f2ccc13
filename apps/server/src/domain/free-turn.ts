import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a turn of the event loop in which no other caller resumes. However many long answers are made at once,
 * the loop is then busy for one part of one answer at a time.
 */
export function waitForFreeTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
