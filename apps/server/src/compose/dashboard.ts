import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { RunAlone } from '#server/db/alone.ts'
import type { Live } from '#server/events/live.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { createChanges } from './changes.ts'
import { createLostSecrets } from './lost-secrets.ts'
import { createPageFileService } from './page-file.service.ts'
import { createPagesService } from './pages.service.ts'
import { createTrashService } from './trash.service.ts'
import { createWidgetConfigs } from './widget-configs.ts'
import { createWidgetsService } from './widgets.service.ts'

type Needs = {
  repos: Pick<Repos, 'pages' | 'trash' | 'widgets'>
  tx: RunInTransaction
  live: Pick<Live, 'emit'>
  catalogue: Catalogue
  box: SecretBox
  alone: RunAlone
  faults: Faults
  now: () => number
}

/** Boards: pages, what is on them, and what became of those that were deleted. */
export function createDashboardService({ repos, tx, live, catalogue, box, alone, faults, now }: Needs) {
  const configs = createWidgetConfigs({ box, catalogue })
  const changes = createChanges({ repo: repos.pages, tx, live, catalogue, configs })
  const pages = createPagesService({ repo: repos.pages, tx, changes, live, now })
  return {
    pages,
    widgets: createWidgetsService({ repo: repos.widgets, changes, catalogue, configs }),
    trash: createTrashService({ repo: repos.trash, changes, alone, faults, now }),
    files: createPageFileService({ pages, changes, catalogue, configs, now }),
    lostSecrets: createLostSecrets({ repo: repos.widgets, configs }),
  }
}
export type DashboardService = ReturnType<typeof createDashboardService>
