import type { Held } from './rollup.ts'
import type { RollupsRepo } from './rollups.repo.ts'
import type { RollupTier } from './tiers.ts'

const MINUTE_MS = 60_000
/** What is older says nothing about now. */
const KEPT_MS = 3 * MINUTE_MS
const SETS_MAX = 5000

/** The averages of an agent's samples of one kind over a minute, in the order of their set. */
export type Minute = { ref: number; at: number; setId: number; avg: number[] }
type Needs = { setNames: RollupsRepo['setNames']; now: () => number }

/**
 * Keeps the newest whole minute of each kind of sample that each agent sent, as it was rolled up here: whoever judges
 * numbers once a minute reads none. The instance that rolls up has them, no other one.
 */
export function createNewestMinutes({ setNames, now }: Needs) {
  const kept = new Map<number, Minute[]>()
  let heard = new Set<number>()
  const names = new Map<number, string[]>()

  const isNews = ({ at }: Minute) => at + MINUTE_MS <= now() && at + MINUTE_MS >= now() - KEPT_MS

  return {
    /** Hears of what was rolled up, whole or as far as it has come. */
    hear({ stepMs }: Pick<RollupTier, 'stepMs'>, buckets: Held[]): void {
      if (stepMs !== MINUTE_MS) return
      for (const { ref, at, setId, bucket } of buckets) {
        const minute = { ref, at, setId, avg: bucket.avg }
        if (!isNews(minute)) continue
        const others = (kept.get(minute.ref) ?? []).filter(({ setId, at }) => setId !== minute.setId || at > minute.at)
        if (others.some(({ setId }) => setId === minute.setId)) continue
        kept.set(minute.ref, [...others, minute])
        heard.add(minute.ref)
      }
    },

    /** The agents of which something was heard since this was asked last. Knows the names of all that is kept then. */
    async takeHeard(): Promise<Set<number>> {
      const unknown = new Set<number>()
      for (const minutes of kept.values()) for (const { setId } of minutes) if (!names.has(setId)) unknown.add(setId)
      if (names.size + unknown.size > SETS_MAX) names.clear()
      for (const [id, list] of await setNames([...unknown])) names.set(id, list)
      const taken = heard
      heard = new Set()
      return taken
    },

    /** The newest minutes of an agent that say something about now. */
    of: (ref: number): Minute[] => (kept.get(ref) ?? []).filter(isNews),

    namesOf: (setId: number): readonly string[] => names.get(setId) ?? [],

    /** Forgets what is too old, of agents that are gone, too. */
    forgetOld(): void {
      for (const [ref, minutes] of kept) {
        const left = minutes.filter(isNews)
        if (left.length === 0) kept.delete(ref)
        else if (left.length < minutes.length) kept.set(ref, left)
      }
    },
  }
}
export type NewestMinutes = ReturnType<typeof createNewestMinutes>
