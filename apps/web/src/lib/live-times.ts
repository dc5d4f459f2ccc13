const BACKOFF_MIN_MS = 1_000
const BACKOFF_MAX_MS = 30_000
/** So long before the end of a stream the next one is opened. */
const RENEW_MS = 60_000
/** A server that does not say so keeps streams open. */
const LONGEST_MS = 24 * 60 * 60_000

/** A wait before the next try: doubling, and anywhere below, so that a thousand tabs don't come back at once. */
export function backoff(tries: number, random: () => number): number {
  return random() * Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** tries)
}

/**
 * In how many ms to open the next stream, so that its token and the stream itself are there before this one ends;
 * `endsIn` is what the server said.
 */
export function renewIn(endsIn: string | null): number {
  const said = Number(endsIn)
  const endsInMs = said > 0 ? Math.min(said, LONGEST_MS) : LONGEST_MS
  return Math.max(endsInMs / 2, endsInMs - RENEW_MS)
}
