import type { Repos, RunInTransaction } from '#server/db/repos.ts'
import type { Live } from '#server/events/live.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import { createChanges } from './changes.ts'
import { createPageFileService } from './page-file.service.ts'
import { createPagesService } from './pages.service.ts'
import { createTrashService } from './trash.service.ts'
import { createWidgetsService } from './widgets.service.ts'

type Needs = {
  repos: Pick<Repos, 'pages' | 'trash'>
  tx: RunInTransaction
  live: Pick<Live, 'emit'>
  catalogue: Catalogue
  now: () => number
  onError: (error: unknown) => void
}

/** Boards: pages, what is on them, and what became of those that were deleted. */
export function createDashboardService({ repos, tx, live, catalogue, now, onError }: Needs) {
  const changes = createChanges({ tx, live, catalogue })
  const pages = createPagesService({ repo: repos.pages, tx, changes, live, now })
  return {
    pages,
    widgets: createWidgetsService({ changes, catalogue }),
    trash: createTrashService({ repo: repos.trash, changes, now, onError }),
    files: createPageFileService({ pages, changes, catalogue, now }),
  }
}
export type DashboardService = ReturnType<typeof createDashboardService>
