import type { AgentFilter } from './agent-filter.repo.ts'

/** Counts up to this are exact each time. Counting more would take longer than a caller should wait. */
const EXACT_MAX = 10_000
const KEPT_MS = 10_000
const ENTRIES_MAX = 1000

type Counted = AgentFilter & { connected?: boolean }

/** Counts agents. A count of very many is answered again for ten seconds. */
export function createAgentCounts(count: (which: Counted) => Promise<number>, now: () => number) {
  const known = new Map<string, { total: number; at: number }>()

  return async (which: Counted): Promise<number> => {
    const key = JSON.stringify(which)
    const entry = known.get(key)
    if (entry && Math.abs(now() - entry.at) < KEPT_MS) return entry.total
    const at = now()
    const total = await count(which)
    known.delete(key)
    if (known.size >= ENTRIES_MAX) known.clear()
    if (total > EXACT_MAX) known.set(key, { total, at })
    return total
  }
}
