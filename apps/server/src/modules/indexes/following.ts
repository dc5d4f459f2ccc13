import type { Faults } from '#server/containment/faults.ts'
import { type Repeated, repeat } from '#server/containment/repeat.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { IndexesRepo, StoredIndex } from './indexes.repo.ts'
import { POLL_EVERY_MS, type RefreshIndex } from './refresh.ts'

/** Interval of the check for due indexes; shorter than the lease of a job. */
export const followingSettings = { indexCheckEveryMs: 60_000 }
export type FollowingSettings = typeof followingSettings

type Needs = {
  repo: IndexesRepo
  refresh: RefreshIndex
  runExclusive: RunExclusive
  faults: Faults
  settings: FollowingSettings
  now: () => number
}

/** Updates each index every hour, on one instance; after a failure sooner, then with growing delays. */
export function followIndexes({ repo, refresh, runExclusive, faults, settings, now }: Needs): Repeated {
  // A time in the future was written by a wrong clock, and so was a wait longer than any delay.
  const isDue = ({ lookedAt, nextAt }: StoredIndex) =>
    nextAt <= now() || lookedAt > now() || nextAt > now() + 2 * POLL_EVERY_MS

  return repeat(faults, settings.indexCheckEveryMs, () =>
    runExclusive('module-indexes', async () => {
      for (const index of (await repo.all()).filter(isDue)) await refresh(index)
    }),
  )
}
