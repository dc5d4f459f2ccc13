import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Settles in a turn of the event loop that no other long work has: however many long answers are written at once, they
 * hold it no longer than a part of one of them does.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
