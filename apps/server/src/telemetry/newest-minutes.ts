import { inParts } from '#server/domain/in-parts.ts'
import { METRIC_SETS_PER_ACCOUNT, METRIC_SETS_PER_AGENT } from '#server/limits/limits.ts'
import type { OpenBucket } from './rollup.ts'
import type { RollupsRepo } from './rollups.repo.ts'
import type { RollupTier } from './tiers.ts'

const MINUTE_MS = 60_000
/** Age after which a minute is too old for the current state. */
const RECENT_MS = 3 * MINUTE_MS
/** Sets of one agent whose minutes are kept: all that an account with one agent may make. Further ones don't count. */
const SETS_PER_AGENT = METRIC_SETS_PER_ACCOUNT + METRIC_SETS_PER_AGENT
/** Minutes that are looked through before the event loop does other work. */
const MINUTES_PER_BATCH = 2000

/** The averages of an agent's samples of one kind over a minute, in the order of their set. */
export type Minute = { ref: number; at: number; setId: number; avg: number[] }
type Needs = { metricNamesOf: RollupsRepo['metricNamesOf']; now: () => number }

/**
 * Keeps the newest complete minute of each kind of sample of each agent, so that alert rules read no samples. Only the
 * instance that rolls up has the minutes.
 */
export function createNewestMinutes({ metricNamesOf, now }: Needs) {
  /** By the number (`ref`) of the agent, then by set. */
  const minutesByAgent = new Map<number, Map<number, Minute>>()
  let updated = new Set<number>()
  /** Number of kept minutes of each set. Names of a set without any are forgotten. */
  const useCounts = new Map<number, number>()
  const names = new Map<number, string[]>()
  /** Sets with kept minutes whose names are not loaded yet. */
  const unnamed = new Set<number>()

  const isRecent = ({ at }: Minute) => at + MINUTE_MS <= now() && at + MINUTE_MS >= now() - RECENT_MS

  function countUse(setId: number, change: 1 | -1): void {
    const count = (useCounts.get(setId) ?? 0) + change
    if (count > 0) {
      useCounts.set(setId, count)
      if (!names.has(setId)) unnamed.add(setId)
      return
    }
    useCounts.delete(setId)
    names.delete(setId)
    unnamed.delete(setId)
  }

  /** Keeps a minute; false if there is a newer one, or no room for another set. */
  function keep(minute: Minute): boolean {
    const { ref, at, setId } = minute
    const minutes = minutesByAgent.get(ref) ?? new Map<number, Minute>()
    const previous = minutes.get(setId)
    if (previous ? previous.at > at : minutes.size >= SETS_PER_AGENT) return false
    if (!previous) countUse(setId, 1)
    // Deleted first: the newest minute is the last one.
    minutes.delete(setId)
    minutesByAgent.set(ref, minutes.set(setId, minute))
    return true
  }

  function* allMinutes(): Generator<Minute> {
    for (const minutes of minutesByAgent.values()) yield* minutes.values()
  }

  /** Forgets a minute, unless a newer one has taken its place. */
  function forget(minute: Minute): void {
    const { ref, setId } = minute
    const minutes = minutesByAgent.get(ref)
    if (!minutes || minutes.get(setId) !== minute) return
    minutes.delete(setId)
    countUse(setId, -1)
    if (minutes.size === 0) minutesByAgent.delete(ref)
  }

  return {
    /** Adds rolled-up buckets, complete or not. */
    add({ stepMs }: Pick<RollupTier, 'stepMs'>, buckets: OpenBucket[]): void {
      if (stepMs !== MINUTE_MS) return
      for (const { ref, at, setId, bucket } of buckets) {
        const minute = { ref, at, setId, avg: bucket.avg }
        if (isRecent(minute) && keep(minute)) updated.add(ref)
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
    of: (ref: number): Minute[] => [...(minutesByAgent.get(ref)?.values() ?? [])].filter(isRecent),

    /** Number of minutes that `of` reads. */
    countOf: (ref: number): number => minutesByAgent.get(ref)?.size ?? 0,

    namesOf: (setId: number): readonly string[] => names.get(setId) ?? [],

    /** Forgets expired minutes, and those of deleted agents. */
    async forgetOld(): Promise<void> {
      for await (const minutes of inParts(allMinutes(), MINUTES_PER_BATCH)) {
        for (const minute of minutes) if (!isRecent(minute)) forget(minute)
      }
    },
  }
}
export type NewestMinutes = ReturnType<typeof createNewestMinutes>
