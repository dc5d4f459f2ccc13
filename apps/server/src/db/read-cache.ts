import type { OnWrite } from './on-write.ts'
import type { Schema } from './schema.ts'

const ENTRIES_MAX = 10_000

/**
 * Counts the writes of tables: cached reads are valid while the count stays. They expire after `maxAgeMs` anyway, as
 * other programs may write, too. With 0 nothing is cached.
 */
export type WriteCounter = { count(tables: readonly string[]): number; touch: OnWrite; maxAgeMs: number }

export function createWriteCounter(maxAgeMs: number): WriteCounter {
  const counts = new Map<string | null, number>()
  const countOf = (table: string | null) => counts.get(table) ?? 0
  return {
    count: (tables) => tables.reduce((sum, table) => sum + countOf(table), countOf(null)),
    touch: (table) => void counts.set(table, countOf(table) + 1),
    maxAgeMs,
  }
}

/** Returns the cached value of a key, or reads it by `find`. */
export type FindRecent<T> = (key: string, find: () => Promise<T>) => Promise<T>

/**
 * Read cache of the database: a burst of requests of one person costs one read. A write to one of `tables` invalidates
 * it. They are the tables that `find` reads, and those whose deleted rows cascade to them. Absent rows are not cached.
 */
export function createReadCache<T>(
  writes: WriteCounter,
  tables: (keyof Schema)[],
  now: () => number,
  entriesMax = ENTRIES_MAX,
): FindRecent<T> {
  const cache = new Map<string, { value: T; at: number; writes: number }>()

  return async (key, find) => {
    const entry = cache.get(key)
    if (entry && entry.writes === writes.count(tables) && Math.abs(now() - entry.at) < writes.maxAgeMs)
      return entry.value
    const stamp = { at: now(), writes: writes.count(tables) }
    const value = await find()
    cache.delete(key)
    if (cache.size >= entriesMax) cache.clear()
    if (value) cache.set(key, { value, ...stamp })
    return value
  }
}
