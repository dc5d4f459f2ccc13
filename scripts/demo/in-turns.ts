/** Present one of an endless rotation at an instant, and the time since its turn began, in ms. */
export function inTurns<T>(all: readonly T[], lengthMs: (one: T) => number, at: number): { one: T; sinceMs: number } {
  let sinceMs = at % all.reduce((sum, one) => sum + lengthMs(one), 0)
  for (const one of all) {
    if (sinceMs < lengthMs(one)) return { one, sinceMs }
    sinceMs -= lengthMs(one)
  }
  throw new Error('Nobody has a turn')
}
