const BACKOFF_MIN_MS = 1_000
const BACKOFF_MAX_MS = 30_000
/** Time before the end of a stream at which the next one is opened. */
const RENEW_BEFORE_MS = 60_000
/** Assumed length of a stream if the server names none. */
const STREAM_LENGTH_MS = 24 * 60 * 60_000

/** Wait before the next try: exponential backoff with full jitter, so that a thousand tabs don't return at once. */
export function backoff(tries: number, random: () => number): number {
  return random() * Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** tries)
}

/**
 * Time in ms until the next stream must be opened: before this one ends, with time to get a token for the next one.
 * `endsIn` is the server's header.
 */
export function renewIn(endsIn: string | null): number {
  const headerMs = Number(endsIn)
  const endsInMs = headerMs > 0 ? Math.min(headerMs, STREAM_LENGTH_MS) : STREAM_LENGTH_MS
  return Math.max(endsInMs / 2, endsInMs - RENEW_BEFORE_MS)
}
