/** Cache time of a provider's metadata. Its keys are read at each sign-in. */
const CACHED_MS = 60 * 60_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000

type Needs<T> = { read: () => Promise<T>; now: () => number }

/**
 * Reads metadata on first use, once for all waiting callers, and caches them. After a failure it pauses, twice as long
 * each time.
 */
export function createDiscovery<T>({ read, now }: Needs<T>) {
  let known: { value: T; at: number } | undefined
  let reading: Promise<T> | undefined
  let failed: { error: unknown; times: number; at: number } | undefined

  const isWithin = (ms: number, at: number) => Math.abs(now() - at) < ms

  async function readNow(): Promise<T> {
    try {
      const value = await read()
      known = { value, at: now() }
      failed = undefined
      return value
    } catch (error) {
      failed = { error, times: (failed?.times ?? 0) + 1, at: now() }
      // Old metadata serve while the provider is away.
      if (known) return known.value
      throw error
    } finally {
      reading = undefined
    }
  }

  return async (): Promise<T> => {
    if (known && isWithin(CACHED_MS, known.at)) return known.value
    if (failed && isWithin(pauseAfter(failed.times), failed.at)) {
      if (known) return known.value
      throw failed.error
    }
    reading ??= readNow()
    return reading
  }
}

const pauseAfter = (times: number) => Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS)
