const ENTRIES_MAX = 10_000

/** Tells whether what was read is still good: not after `touch`, nor after `keptMs`, for other programs may write too. */
export type Writes = { count(): number; touch(): void; keptMs: number }

export function createWrites(keptMs: number): Writes {
  let count = 0
  return {
    count: () => count,
    touch() {
      count++
    },
    keptMs,
  }
}

/** Answers from memory or by `find`. */
export type FindRecent<T> = (key: string, find: () => Promise<T>) => Promise<T>

/**
 * Answers of the database that are given again while they are good: a burst of requests of one person costs one read.
 * What was not found is looked for anew each time.
 */
export function createRecent<T>(writes: Writes, now: () => number): FindRecent<T> {
  const known = new Map<string, { value: T; at: number; writes: number }>()

  return async (key, find) => {
    const entry = known.get(key)
    if (entry && entry.writes === writes.count() && Math.abs(now() - entry.at) < writes.keptMs) return entry.value
    const asked = { at: now(), writes: writes.count() }
    const value = await find()
    known.delete(key)
    if (known.size >= ENTRIES_MAX) known.clear()
    if (value) known.set(key, { value, ...asked })
    return value
  }
}
