const DAY_MS = 24 * 60 * 60_000

/** A clock that can be set back by some days, and runs on from there. */
export function createClock() {
  let behindMs = 0
  return {
    /** Time in ms since 1970. */
    now: (): number => Date.now() - behindMs,
    goBackTo(days: number): void {
      behindMs = days * DAY_MS
    },
  }
}
export type Clock = ReturnType<typeof createClock>
