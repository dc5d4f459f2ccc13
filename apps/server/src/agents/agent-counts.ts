import type { AgentFilter } from './agent-filter.repo.ts'

/** Maximum of a count that is never cached. Larger counts take longer than a caller should wait. */
const EXACT_MAX = 10_000
const CACHE_MS = 10_000
const ENTRIES_MAX = 1000

type CountFilter = AgentFilter & { isConnected?: boolean }

/** Counts agents. A large count is cached for ten seconds. */
export function createAgentCounts(count: (which: CountFilter) => Promise<number>, now: () => number) {
  const cache = new Map<string, { total: number; at: number }>()

  return async (which: CountFilter): Promise<number> => {
    const key = JSON.stringify(which)
    const entry = cache.get(key)
    if (entry && Math.abs(now() - entry.at) < CACHE_MS) return entry.total
    const at = now()
    const total = await count(which)
    cache.delete(key)
    if (cache.size >= ENTRIES_MAX) cache.clear()
    if (total > EXACT_MAX) cache.set(key, { total, at })
    return total
  }
}
