import type { OpenBucket } from './rollup.ts'
import type { RollupsRepo } from './rollups.repo.ts'
import type { RollupTier } from './tiers.ts'

const MINUTE_MS = 60_000
/** Age after which a minute is too old for the current state. */
const RECENT_MS = 3 * MINUTE_MS
/** Maximum of sets whose names are cached. */
const SETS_MAX = 5000

/** The averages of an agent's samples of one kind over a minute, in the order of their set. */
export type Minute = { ref: number; at: number; setId: number; avg: number[] }
type Needs = { metricNamesOf: RollupsRepo['metricNamesOf']; now: () => number }

/**
 * Keeps the newest complete minute of each kind of sample of each agent, so that alert rules read no samples. Only the
 * instance that rolls up has the minutes.
 */
export function createNewestMinutes({ metricNamesOf, now }: Needs) {
  const kept = new Map<number, Minute[]>()
  let updated = new Set<number>()
  const names = new Map<number, string[]>()

  const isRecent = ({ at }: Minute) => at + MINUTE_MS <= now() && at + MINUTE_MS >= now() - RECENT_MS

  return {
    /** Notes rolled-up buckets, complete or not. */
    note({ stepMs }: Pick<RollupTier, 'stepMs'>, buckets: OpenBucket[]): void {
      if (stepMs !== MINUTE_MS) return
      for (const { ref, at, setId, bucket } of buckets) {
        const minute = { ref, at, setId, avg: bucket.avg }
        if (!isRecent(minute)) continue
        const others = (kept.get(minute.ref) ?? []).filter(({ setId, at }) => setId !== minute.setId || at > minute.at)
        if (others.some(({ setId }) => setId === minute.setId)) continue
        kept.set(minute.ref, [...others, minute])
        updated.add(minute.ref)
      }
    },

    /** Agents with new minutes since the last call. Loads the names of all cached sets. */
    async takeUpdated(): Promise<Set<number>> {
      const unknown = new Set<number>()
      for (const minutes of kept.values()) for (const { setId } of minutes) if (!names.has(setId)) unknown.add(setId)
      if (names.size + unknown.size > SETS_MAX) names.clear()
      for (const [id, list] of await metricNamesOf([...unknown])) names.set(id, list)
      const taken = updated
      updated = new Set()
      return taken
    },

    /** Newest minutes of an agent that are recent enough for the current state. */
    of: (ref: number): Minute[] => (kept.get(ref) ?? []).filter(isRecent),

    namesOf: (setId: number): readonly string[] => names.get(setId) ?? [],

    /** Forgets expired minutes, and those of deleted agents. */
    forgetOld(): void {
      for (const [ref, minutes] of kept) {
        const left = minutes.filter(isRecent)
        if (left.length === 0) kept.delete(ref)
        else if (left.length < minutes.length) kept.set(ref, left)
      }
    },
  }
}
export type NewestMinutes = ReturnType<typeof createNewestMinutes>
