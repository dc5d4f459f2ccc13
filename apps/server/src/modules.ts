import { join } from 'node:path'
import { WATCH_MS } from '@atalaya/contract/module-sources'
import type { SourceState } from '@atalaya/contract/source-state'
import type { FastifyInstance } from 'fastify'
import type { RateLimits } from './auth/rate-limits.ts'
import { type Config, settingsOfModules } from './config.ts'
import type { Faults } from './containment/faults.ts'
import type { OpenWidget } from './dashboard/widgets.service.ts'
import type { Repos, RunInTransaction } from './db/repos.ts'
import type { Bus } from './events/bus.ts'
import type { Live } from './events/live.ts'
import type { AccessTokens } from './integrations/access-tokens.ts'
import { bundledFolder } from './modules/bundled.ts'
import { moduleFilesRoutes } from './modules/module-files.routes.ts'
import { createModuleFiles } from './modules/module-files.service.ts'
import { modulesRoutes } from './modules/modules.routes.ts'
import { createModulesService } from './modules/modules.service.ts'
import { scanFolder } from './modules/package-scan.ts'
import { packagesRoutes } from './modules/packages.routes.ts'
import { createPackagesService } from './modules/packages.service.ts'
import { moduleRequestsRoutes } from './modules/requests.routes.ts'
import { createModuleRequests } from './modules/requests.service.ts'
import { createWidgetStorage } from './modules/storage.service.ts'
import { createOutbound } from './net/outbound.ts'
import { createBundledSources } from './sources/bundled-sources.ts'
import { createHub } from './sources/hub.ts'
import { createPictures } from './sources/pictures.ts'
import { sourcesRoutes } from './sources/sources.routes.ts'
import { createSourcesService } from './sources/sources.service.ts'

/** Long polls of many accounts may go to one server. */
const SOURCE_CONNECTIONS = 256

type Needs = {
  config: Config
  repos: Repos
  tx: RunInTransaction
  bus: Bus
  live: Live
  now: () => number
  limits: RateLimits
  faults: Faults
  warn: (message: string) => void
}

type RouteNeeds = { widgets: Widgets; tokens: AccessTokens }
type Widgets = { open: (userId: string, id: string) => Promise<OpenWidget> }

/** Puts together all that has to do with modules: the catalogue, packages, and the files of their frames. */
export async function createModules({ config, repos, tx, bus, live, limits, faults, now, warn }: Needs) {
  const catalogue = await createModulesService({ repo: repos.packages, bus, faults })
  const packages = createPackagesService({ repo: repos.packages, tx, catalogue, live, now })
  const folder = join(config.DATA_DIR, 'modules')
  const { refused } = await scanFolder(folder, packages, null)
  for (const { name, message } of refused) warn(`modules/${name} was not installed: ${message}`)

  function sources(app: FastifyInstance, { widgets, tokens }: RouteNeeds) {
    const outbound = createOutbound({ allowed: config.ALLOW_PRIVATE_HOSTS, connections: SOURCE_CONNECTIONS })
    const emit = (state: SourceState, userIds: string[]) =>
      live.emit({ type: 'source.updated', data: state }, { userIds })
    const hub = createHub({ watchMs: WATCH_MS, now, emit })
    app.addHook('onClose', async () => {
      hub.close()
      await outbound.close()
    })
    const settings = settingsOfModules(config)
    const bundled = createBundledSources(bundledFolder)
    const pictures = createPictures()
    const use = { catalogue, sources: bundled, widgets, hub, pictures, outbound, settings, tokens }
    return createSourcesService({ ...use, limits, faults, now, warn })
  }

  return {
    catalogue,

    async routes(app: FastifyInstance, needs: RouteNeeds): Promise<void> {
      const { widgets } = needs
      await app.register(modulesRoutes, { catalogue })
      await app.register(packagesRoutes, { service: packages, folder })
      const files = createModuleFiles({ repo: repos.packages, catalogue })
      await app.register(moduleFilesRoutes, { files, clientOrigins: config.CORS_ORIGINS })
      const outbound = createOutbound({ allowed: config.ALLOW_PRIVATE_HOSTS })
      app.addHook('onClose', () => outbound.close())
      await app.register(sourcesRoutes, { service: sources(app, needs) })
      const requests = createModuleRequests({ catalogue, widgets, outbound, limits, warn })
      const storage = createWidgetStorage({ repo: repos.storage, catalogue, widgets, limits })
      await app.register(moduleRequestsRoutes, { requests, storage })
    },
  }
}
