/** Item of an endless rotation that has its turn at an instant, and the ms since that turn began. */
export function inTurns<T>(all: readonly T[], lengthMs: (item: T) => number, at: number): { item: T; sinceMs: number } {
  let sinceMs = at % all.reduce((sum, item) => sum + lengthMs(item), 0)
  for (const item of all) {
    if (sinceMs < lengthMs(item)) return { item, sinceMs }
    sinceMs -= lengthMs(item)
  }
  throw new Error('No item has a turn')
}
