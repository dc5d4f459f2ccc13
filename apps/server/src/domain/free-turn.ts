import { setImmediate } from 'node:timers/promises'

/** Items of one turn: each may be read, serialised, and offered to every stream. */
const ITEMS_PER_TURN = 20

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a turn of the event loop in which no other caller resumes. Of many long answers, only one part is made
 * in each turn.
 */
export function waitForFreeTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/**
 * Runs `work` on all items in their order, on a few in each free turn. A failure of some does not stop the others.
 *
 * @throws the first failure, after the last item
 */
export async function runInFreeTurns<T>(items: readonly T[], work: (some: T[]) => Promise<void> | void): Promise<void> {
  const failures: unknown[] = []
  for (let start = 0; start < items.length; start += ITEMS_PER_TURN) {
    if (start > 0) await waitForFreeTurn()
    try {
      await work(items.slice(start, start + ITEMS_PER_TURN))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
