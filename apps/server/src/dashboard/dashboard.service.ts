import type { Repos, RunInTransaction } from '#server/db/repos.ts'
import type { Live } from '#server/events/live.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import { createChanges } from './changes.ts'
import { createPagesService } from './pages.service.ts'
import { createWidgetsService } from './widgets.service.ts'

type Needs = {
  repos: Pick<Repos, 'pages'>
  tx: RunInTransaction
  live: Pick<Live, 'emit'>
  catalogue: Catalogue
  now: () => number
}

/** Boards: pages and what is on them. */
export function createDashboardService({ repos, tx, live, catalogue, now }: Needs) {
  const changes = createChanges({ tx, live, catalogue })
  return {
    pages: createPagesService({ repo: repos.pages, tx, changes, live, now }),
    widgets: createWidgetsService({ changes, catalogue }),
  }
}
export type DashboardService = ReturnType<typeof createDashboardService>
