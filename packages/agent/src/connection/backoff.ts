const WAIT_FIRST_MS = 1_000
const WAIT_MAX_MS = 60_000
/** Maximum after an hour without success. */
const LATE_WAIT_MAX_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000
/** Waits after a refused token, which only a person can replace. */
const REFUSED_WAIT_FIRST_MS = 60_000
const REFUSED_WAIT_MAX_MS = 30 * 60_000

/**
 * Delay before the next connection: full jitter, so that a fleet does not come back in one wave. The exponent grows
 * with every failure in a row. `now` is monotonic: a machine may set its clock years ahead soon after its start.
 */
export function createBackoff(random: () => number = Math.random, now = () => performance.now()) {
  let failures = 0
  let failingSince: number | null = null

  return {
    succeeded(): void {
      failures = 0
      failingSince = null
    },
    /** The pause after a failure, in ms. */
    next(wasRefused = false): number {
      failingSince ??= now()
      const isLate = now() - failingSince > HOUR_MS
      const [first, cap] = wasRefused
        ? [REFUSED_WAIT_FIRST_MS, REFUSED_WAIT_MAX_MS]
        : [WAIT_FIRST_MS, isLate ? LATE_WAIT_MAX_MS : WAIT_MAX_MS]
      const ceiling = Math.min(cap, first * 2 ** Math.min(failures++, 20))
      return Math.round(random() * ceiling)
    },
  }
}
