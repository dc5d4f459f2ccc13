import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { DisplayViews } from './display-views.ts'
import type { ScreensRepo } from './screens.repo.ts'

type Needs = {
  repo: Pick<ScreensRepo, 'takeEnded'>
  views: DisplayViews
  runExclusive: RunExclusive
  now: () => number
}

/** Leases that one statement takes. If the server stops before it announces them, they are never announced. */
const TAKEN_BATCH_SIZE = 100

/**
 * Announces displays that went offline to their owners; a silent screen causes no other event. Owners don't receive
 * reports without changes, so their clients can't notice by themselves.
 */
export function createLeaseWatch({ repo, views, runExclusive, now }: Needs): () => Promise<void> {
  async function announceEnded(): Promise<void> {
    let taken: string[]
    do {
      taken = await repo.takeEnded(now(), TAKEN_BATCH_SIZE)
      await views.announce(taken)
    } while (taken.length === TAKEN_BATCH_SIZE)
  }

  return async () => {
    await runExclusive('displays', announceEnded)
  }
}
