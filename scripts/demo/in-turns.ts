/** Whose turn it is at an instant, where they follow each other without end, and for how long it has been, in ms. */
export function inTurns<T>(all: readonly T[], lengthMs: (one: T) => number, at: number): { one: T; sinceMs: number } {
  let sinceMs = at % all.reduce((sum, one) => sum + lengthMs(one), 0)
  for (const one of all) {
    if (sinceMs < lengthMs(one)) return { one, sinceMs }
    sinceMs -= lengthMs(one)
  }
  throw new Error('Nobody has a turn')
}
