import { inParts } from '#server/domain/in-parts.ts'
import type { OpenBucket } from './rollup.ts'
import type { RollupsRepo } from './rollups.repo.ts'
import type { RollupTier } from './tiers.ts'

const MINUTE_MS = 60_000
/** Age after which a minute is too old for the current state. */
const RECENT_MS = 3 * MINUTE_MS
/** Sets of one agent whose minutes are kept, the newest: a machine sends one, and each of its programs another. */
const SETS_PER_AGENT = 32
/** Agents whose minutes are looked through before other work gets its turn. */
const AGENTS_PER_BATCH = 2000

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
  /** Number of kept minutes of each set. Names of a set without any are forgotten. */
  const uses = new Map<number, number>()
  const names = new Map<number, string[]>()
  const unnamed = new Set<number>()

  const isRecent = ({ at }: Minute) => at + MINUTE_MS <= now() && at + MINUTE_MS >= now() - RECENT_MS

  function countUse(setId: number, more: 1 | -1): void {
    const count = (uses.get(setId) ?? 0) + more
    if (count > 0) {
      uses.set(setId, count)
      if (!names.has(setId)) unnamed.add(setId)
      return
    }
    uses.delete(setId)
    names.delete(setId)
    unnamed.delete(setId)
  }

  function keep(ref: number, minutes: Minute[]): void {
    const before = kept.get(ref) ?? []
    if (minutes.length > 0) kept.set(ref, minutes)
    else kept.delete(ref)
    // Added first: names of a set that stays are not forgotten.
    for (const { setId } of minutes) countUse(setId, 1)
    for (const { setId } of before) countUse(setId, -1)
  }

  return {
    /** Notes rolled-up buckets, complete or not. */
    note({ stepMs }: Pick<RollupTier, 'stepMs'>, buckets: OpenBucket[]): void {
      if (stepMs !== MINUTE_MS) return
      for (const { ref, at, setId, bucket } of buckets) {
        const minute = { ref, at, setId, avg: bucket.avg }
        if (!isRecent(minute)) continue
        const others = (kept.get(minute.ref) ?? []).filter(({ setId, at }) => setId !== minute.setId || at > minute.at)
        if (others.some(({ setId }) => setId === minute.setId)) continue
        keep(minute.ref, [...others, minute].slice(-SETS_PER_AGENT))
        updated.add(minute.ref)
      }
    },

    /** Agents with new minutes since the last call. Loads the names of all kept sets. */
    async takeUpdated(): Promise<Set<number>> {
      for (const [id, list] of await metricNamesOf([...unnamed])) {
        if (unnamed.delete(id)) names.set(id, list)
      }
      const taken = updated
      updated = new Set()
      return taken
    },

    /** Newest minutes of an agent that are recent enough for the current state. */
    of: (ref: number): Minute[] => (kept.get(ref) ?? []).filter(isRecent),

    namesOf: (setId: number): readonly string[] => names.get(setId) ?? [],

    /** Forgets expired minutes, and those of deleted agents. */
    async forgetOld(): Promise<void> {
      for await (const refs of inParts(kept.keys(), AGENTS_PER_BATCH)) {
        for (const ref of refs) {
          const minutes = kept.get(ref) ?? []
          const left = minutes.filter(isRecent)
          if (left.length < minutes.length) keep(ref, left)
        }
      }
    },
  }
}
export type NewestMinutes = ReturnType<typeof createNewestMinutes>
