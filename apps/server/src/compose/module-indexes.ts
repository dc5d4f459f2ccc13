import type { FastifyInstance } from 'fastify'
import type { Faults } from '#server/containment/faults.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { Live } from '#server/events/live.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { type FollowingSettings, followIndexes, followingSettings } from '#server/modules/indexes/following.ts'
import { indexesRoutes } from '#server/modules/indexes/indexes.routes.ts'
import { createIndexesService } from '#server/modules/indexes/indexes.service.ts'
import { createOffersService } from '#server/modules/indexes/offers.service.ts'
import { createRefresh } from '#server/modules/indexes/refresh.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { PackagesService } from '#server/modules/packages.service.ts'
import type { Outbound } from '#server/net/outbound.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = {
  repos: Repos
  tx: RunInAnyTransaction
  outbound: Outbound
  catalogue: Catalogue
  packages: PackagesService
  live: Live
  limits: RateLimits
  runExclusive: RunExclusive
  faults: Faults
  times: Partial<FollowingSettings>
  now: () => number
}

/** Composes the indexes of modules: their calls, and the job that updates them. */
export async function addModuleIndexes(app: FastifyInstance, needs: Needs): Promise<void> {
  const { repos, tx, outbound, catalogue, packages, live, limits, runExclusive, faults, times, now } = needs
  const { indexes: repo } = repos

  /** Removes stopped modules from screens. */
  async function onStopped(): Promise<void> {
    await catalogue.announceChange()
    live.emit({ type: 'modules.changed', data: {} }, { everyone: true })
  }
  const refresh = createRefresh({ tx, outbound, onStopped, now })
  const job = followIndexes({ repo, refresh, runExclusive, faults, settings: { ...followingSettings, ...times }, now })
  app.addHook('preClose', () => job.stop())
  await app.register(indexesRoutes, {
    service: createIndexesService({ repo, tx, outbound, refresh, onStopped, limits, now }),
    offers: createOffersService({ repo, packages: repos.packages, service: packages, catalogue, outbound }),
  })
}
