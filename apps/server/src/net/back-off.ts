const FIRST_MS = 5_000
/** Maximum delay for a source with a shorter interval. */
const LONGEST_MS = 60_000
const RETRY_AFTER_MAX_MS = 60 * 60_000

/**
 * Delay in ms after this many failures in a row. Doubles from 5 s up to a minute, or the interval if that is longer. Up
 * to a quarter is added, so that sources that failed together don't return together. Never shorter than the other
 * server requested.
 */
export function waitAfter(
  failures: number,
  intervalMs: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number {
  const longest = Math.max(intervalMs, LONGEST_MS)
  const doubled = Math.min(FIRST_MS * 2 ** (failures - 1), longest)
  return Math.max(doubled, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)) * (1 + random() / 4)
}

/** Delay that a Retry-After header asks for, in ms: seconds, or a date. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return ms > 0 ? ms : undefined
}
