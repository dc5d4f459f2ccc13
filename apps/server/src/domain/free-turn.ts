import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a turn of the event loop without other long work. So many long answers at once hold the loop no longer
 * than a part of one of them.
 */
export function waitForFreeTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
