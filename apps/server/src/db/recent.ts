import type { OnWrite } from './on-write.ts'
import type { Schema } from './schema.ts'

const ENTRIES_MAX = 10_000

/**
 * Counts the writes of tables: cached reads are valid while the count stays. After `keptMs` they end anyway, as other
 * programs may write too.
 */
export type Writes = { count(tables: readonly string[]): number; touch: OnWrite; keptMs: number }

export function createWrites(keptMs: number): Writes {
  const counts = new Map<string | null, number>()
  const countOf = (table: string | null) => counts.get(table) ?? 0
  return {
    count: (tables) => tables.reduce((sum, table) => sum + countOf(table), countOf(null)),
    touch: (table) => void counts.set(table, countOf(table) + 1),
    keptMs,
  }
}

/** Answers from memory or by `find`. */
export type FindRecent<T> = (key: string, find: () => Promise<T>) => Promise<T>

/**
 * Answers of the database that are given again while they are good: a burst of requests of one person costs one read.
 * What was not found is looked for again each time. `tables` are all that the answers are read from, and those whose rows
 * take them along when they go.
 */
export function createRecent<T>(
  writes: Writes,
  tables: (keyof Schema)[],
  now: () => number,
  entriesMax = ENTRIES_MAX,
): FindRecent<T> {
  const known = new Map<string, { value: T; at: number; writes: number }>()

  return async (key, find) => {
    const entry = known.get(key)
    if (entry && entry.writes === writes.count(tables) && Math.abs(now() - entry.at) < writes.keptMs) return entry.value
    const asked = { at: now(), writes: writes.count(tables) }
    const value = await find()
    known.delete(key)
    if (known.size >= entriesMax) known.clear()
    if (value) known.set(key, { value, ...asked })
    return value
  }
}
