const FIRST_MS = 1_000
const CAP_MS = 60_000
/** The cap after an hour without success. */
const LATE_CAP_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000
/** The server does not know the token: only a person can help. */
const REFUSED_FIRST_MS = 60_000
const REFUSED_CAP_MS = 30 * 60_000

/**
 * Delay before the next connection: full jitter, so that a fleet does not come back in one wave. The exponent grows
 * with every failure in a row.
 */
export function createBackoff(random: () => number = Math.random, now: () => number = Date.now) {
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
      const [first, cap] = wasRefused ? [REFUSED_FIRST_MS, REFUSED_CAP_MS] : [FIRST_MS, isLate ? LATE_CAP_MS : CAP_MS]
      const ceiling = Math.min(cap, first * 2 ** Math.min(failures++, 20))
      return Math.round(random() * ceiling)
    },
  }
}
