import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Repos, RunInTransaction } from './db/repos.ts'
import type { Bus } from './events/bus.ts'
import type { Live } from './events/live.ts'
import { moduleFilesRoutes } from './modules/module-files.routes.ts'
import { createModuleFiles } from './modules/module-files.service.ts'
import { modulesRoutes } from './modules/modules.routes.ts'
import { createModulesService } from './modules/modules.service.ts'
import { scanFolder } from './modules/package-scan.ts'
import { packagesRoutes } from './modules/packages.routes.ts'
import { createPackagesService } from './modules/packages.service.ts'

type Needs = {
  config: Config
  repos: Repos
  tx: RunInTransaction
  bus: Bus
  live: Live
  now: () => number
  warn: (message: string) => void
}

/** Puts together all that has to do with modules: the catalogue, packages, and the files of their frames. */
export async function createModules({ config, repos, tx, bus, live, now, warn }: Needs) {
  const catalogue = await createModulesService({ repo: repos.packages, bus })
  const packages = createPackagesService({ repo: repos.packages, tx, catalogue, live, now })
  const folder = join(config.DATA_DIR, 'modules')
  const { refused } = await scanFolder(folder, packages, null)
  for (const { name, message } of refused) warn(`modules/${name} was not installed: ${message}`)

  return {
    catalogue,

    async routes(app: FastifyInstance): Promise<void> {
      await app.register(modulesRoutes, { catalogue })
      await app.register(packagesRoutes, { service: packages, folder })
      const files = createModuleFiles({ repo: repos.packages, catalogue })
      await app.register(moduleFilesRoutes, { files, clientOrigins: config.CORS_ORIGINS })
    },
  }
}
