import type { RunAlone } from '#server/db/alone.ts'
import type { DisplayViews } from './display-views.ts'
import type { ScreensRepo } from './screens.repo.ts'

type Needs = { repo: Pick<ScreensRepo, 'takeEnded'>; views: DisplayViews; alone: RunAlone; now: () => number }

/** Leases taken at a time: what a server that ends has taken and not told yet, nobody is told. */
const TAKEN_AT_ONCE = 100

/**
 * Tells owners of displays that went off: of a screen that says nothing any more nothing else would. Of reports that
 * change nothing they don't hear, so their own screens can't tell it by the time.
 */
export function createLeaseWatch({ repo, views, alone, now }: Needs): () => Promise<void> {
  async function tellEnded(): Promise<void> {
    let taken: string[]
    do {
      taken = await repo.takeEnded(now(), TAKEN_AT_ONCE)
      await views.announce(taken)
    } while (taken.length === TAKEN_AT_ONCE)
  }

  return async () => {
    await alone('displays', tellEnded)
  }
}
