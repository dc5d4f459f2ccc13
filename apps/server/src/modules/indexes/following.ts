import type { Faults } from '#server/containment/faults.ts'
import { type Repeated, repeat } from '#server/containment/repeat.ts'
import type { RunAlone } from '#server/db/alone.ts'
import type { IndexesRepo, StoredIndex } from './indexes.repo.ts'
import { LOOK_EVERY_MS, type Looking } from './looking.ts'

/** How often is looked whether an index is due; more often than the lease of a job ends. */
export const followingSettings = { indexLookMs: 60_000 }
export type FollowingSettings = typeof followingSettings

type Needs = {
  repo: IndexesRepo
  look: Looking
  alone: RunAlone
  faults: Faults
  settings: FollowingSettings
  now: () => number
}

/** Looks at each index every hour, on one instance; at one that could not be taken sooner, and ever more seldom. */
export function followIndexes({ repo, look, alone, faults, settings, now }: Needs): Repeated {
  // A look of the future was written under a wrong clock, as was one that waits for longer than any waits.
  const isDue = ({ lookedAt, nextAt }: StoredIndex) =>
    nextAt <= now() || lookedAt > now() || nextAt > now() + 2 * LOOK_EVERY_MS

  return repeat(faults, settings.indexLookMs, () =>
    alone('module-indexes', async () => {
      for (const index of (await repo.all()).filter(isDue)) await look(index)
    }),
  )
}
