import type { RunAlone } from '#server/db/alone.ts'
import type { DisplayViews } from './display-views.ts'
import type { ScreensRepo } from './screens.repo.ts'

type Needs = { repo: Pick<ScreensRepo, 'takeEnded'>; views: DisplayViews; alone: RunAlone; now: () => number }

/**
 * Tells owners of displays that went off: of a screen that says nothing any more nothing else would. Of reports that
 * change nothing they don't hear, so their own screens can't tell it by the time.
 */
export function createLeaseWatch({ repo, views, alone, now }: Needs): () => Promise<void> {
  return async () => {
    await alone('displays', async () => void (await views.announce(await repo.takeEnded(now()))))
  }
}
