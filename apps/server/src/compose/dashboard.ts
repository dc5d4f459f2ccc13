import type { FastifyInstance } from 'fastify'
import type { Faults } from '#server/containment/faults.ts'
import { createChanges } from '#server/dashboard/changes.ts'
import { dashboardRoutes } from '#server/dashboard/dashboard.routes.ts'
import { createLostSecrets } from '#server/dashboard/lost-secrets.ts'
import { createPageFileService } from '#server/dashboard/page-file.service.ts'
import { createPagesService } from '#server/dashboard/pages.service.ts'
import { createTrashService } from '#server/dashboard/trash.service.ts'
import { createWidgetConfigs } from '#server/dashboard/widget-configs.ts'
import { createWidgetsService } from '#server/dashboard/widgets.service.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { Live } from '#server/events/live.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = {
  repos: Repos
  tx: RunInAnyTransaction
  live: Live
  catalogue: Catalogue
  box: SecretBox
  runExclusive: RunExclusive
  faults: Faults
  limits: RateLimits
  now: () => number
}

/** Composes boards: pages, their widgets, and the trash. */
export function createDashboard({ repos, tx, live, catalogue, box, runExclusive, faults, limits, now }: Needs) {
  const configs = createWidgetConfigs({ box, catalogue })
  const changes = createChanges({ repo: repos.pages, tx, live, catalogue, configs })
  const pages = createPagesService({ repo: repos.pages, tx, changes, live, limits, now })
  const widgets = createWidgetsService({ repo: repos.widgets, changes, catalogue, configs, now })
  const trash = createTrashService({ repo: repos.trash, tx, changes, limits, runExclusive, faults, now })
  const files = createPageFileService({ pages, changes, catalogue, configs, now })

  return {
    widgets,
    lostSecrets: createLostSecrets({ repo: repos.widgets, configs }),
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(dashboardRoutes, { pages, widgets, trash, files })
    },
  }
}
