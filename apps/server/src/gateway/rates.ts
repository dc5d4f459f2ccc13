const MINUTE_MS = 60_000

/** Token bucket: `perSecond` tokens a second, with a burst of as many. `now` is in ms. */
export function createBucket(perSecond: number, now: () => number) {
  let tokens = perSecond
  let filledAt = now()
  return {
    spend(): boolean {
      const at = now()
      // A clock that was set back changes nothing.
      const elapsedMs = Math.max(0, at - filledAt)
      tokens = Math.min(perSecond, tokens + (elapsedMs / 1000) * perSecond)
      filledAt = at
      if (tokens < 1) return false
      tokens--
      return true
    },
  }
}

/** Lets each key through `perMinute` times a minute. */
export function createMinuteLimit(perMinute: number, now: () => number) {
  let minute = 0
  const counts = new Map<string, number>()
  return {
    /** Counts a use of the key. True if it is within the limit. */
    spend(key: string): boolean {
      const thisMinute = Math.floor(now() / MINUTE_MS)
      if (thisMinute !== minute) counts.clear()
      minute = thisMinute
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count <= perMinute
    },
    secondsToNextMinute: (): number => Math.ceil((MINUTE_MS - (now() % MINUTE_MS)) / 1000),
  }
}
