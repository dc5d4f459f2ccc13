import { join } from 'node:path'
import { WATCH_MS } from '@atalaya/contract/module-sources'
import type { FastifyInstance } from 'fastify'
import { type Config, settingsOfModules } from '#server/config.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { OpenWidget } from '#server/dashboard/widgets.service.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { Actor } from '#server/domain/actors.ts'
import type { Bus } from '#server/events/bus.ts'
import type { Live } from '#server/events/live.ts'
import type { AccessTokens } from '#server/integrations/access-tokens.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { serverHalves } from '#server/modules/bundled.ts'
import type { FollowingSettings } from '#server/modules/indexes/following.ts'
import { moduleFilesRoutes } from '#server/modules/module-files.routes.ts'
import { createModuleFiles } from '#server/modules/module-files.service.ts'
import { modulesRoutes } from '#server/modules/modules.routes.ts'
import { createModulesService } from '#server/modules/modules.service.ts'
import { scanFolder } from '#server/modules/package-scan.ts'
import { packagesRoutes } from '#server/modules/packages.routes.ts'
import { createPackagesService } from '#server/modules/packages.service.ts'
import type { Names } from '#server/net/names.ts'
import { createOutbound } from '#server/net/outbound.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { createAnswerCache } from '#server/widget-data/answer-cache.ts'
import { createBundledSources } from '#server/widget-data/bundled-sources.ts'
import { framedRoutes } from '#server/widget-data/framed.routes.ts'
import { createFramedPages } from '#server/widget-data/framed-pages.ts'
import { photosRoutes } from '#server/widget-data/photos.routes.ts'
import { createPhotosService } from '#server/widget-data/photos.service.ts'
import { createPictures } from '#server/widget-data/pictures.ts'
import { moduleRequestsRoutes } from '#server/widget-data/requests.routes.ts'
import { createModuleRequests } from '#server/widget-data/requests.service.ts'
import { createSourceTools } from '#server/widget-data/source-tools.ts'
import { sourcesRoutes } from '#server/widget-data/sources.routes.ts'
import { createSourcesService } from '#server/widget-data/sources.service.ts'
import { createWidgetStorage } from '#server/widget-data/storage.service.ts'
import { createSuggestions } from '#server/widget-data/suggestions.service.ts'
import { createTurns } from '#server/widget-data/turns.ts'
import { createUpstream } from '#server/widget-data/upstream.ts'
import { createUpstreams } from '#server/widget-data/upstreams.ts'
import type { ThrottledLines } from './log-lines.ts'
import { addModuleIndexes } from './module-indexes.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

/** Maximum of connections of sources to one server: long polls of many accounts may go to one. */
const SOURCE_CONNECTIONS = 256

type Needs = {
  config: Config
  repos: Repos
  tx: RunInAnyTransaction
  bus: Bus
  live: Live
  now: () => number
  limits: RateLimits
  runExclusive: RunExclusive
  times: Partial<FollowingSettings>
  names: Names
  box: SecretBox
  faults: Faults
  warn: (message: string) => void
  lines: Pick<ThrottledLines, 'warn'>
}

type RouteNeeds = { widgets: Widgets; tokens: AccessTokens }
type Widgets = { open: (actor: Actor, id: string) => Promise<OpenWidget> }

/** Composes modules: the catalogue, packages, and the files of their frames. */
export async function createModules({
  config,
  repos,
  tx,
  bus,
  live,
  limits,
  runExclusive,
  times,
  names,
  box,
  faults,
  now,
  warn,
  lines,
}: Needs) {
  const catalogue = await createModulesService({ repo: repos.packages, bus, faults })
  const packages = createPackagesService({ repo: repos.packages, tx, catalogue, live, now })
  const folder = join(config.DATA_DIR, 'modules')
  const { refused } = await scanFolder(folder, packages, null)
  for (const { name, message } of refused) warn(`modules/${name} was not installed: ${message}`)

  const turns = createTurns()
  const inTurn = (ownerKey: string, read: () => void) => turns.take({ group: ownerKey, member: 'web' }, read)
  const outboundOptions = { allowed: config.ALLOW_PRIVATE_HOSTS, names, inTurn }

  async function sourceRoutes(app: FastifyInstance, { widgets, tokens }: RouteNeeds): Promise<void> {
    const outbound = createOutbound({ ...outboundOptions, connections: SOURCE_CONNECTIONS })
    const upstreams = createUpstreams({
      watchMs: WATCH_MS,
      now,
      open: (wanted, onChange) => createUpstream({ ...wanted, faults, now, onChange }),
      emit: (state, watchers, widgetIds) =>
        live.emit({ type: 'source.updated', data: state }, { userIds: watchers, widgetIds }),
    })
    app.addHook('onClose', async () => {
      upstreams.close()
      await outbound.close()
    })
    const sources = createBundledSources(serverHalves, catalogue)
    const pictures = createPictures()
    const framedPages = createFramedPages(box)
    const tools = createSourceTools({
      outbound,
      settings: settingsOfModules(config),
      tokens,
      pictures,
      framed: framedPages.pathOf,
      turns,
      warn: lines.warn,
    })
    const service = createSourcesService({ catalogue, sources, widgets, upstreams, pictures, tools })
    await app.register(framedRoutes, { pages: framedPages, clientOrigins: config.CORS_ORIGINS })
    await app.register(sourcesRoutes, { service, suggestions: createSuggestions({ sources, widgets, tools, limits }) })
  }

  return {
    catalogue,

    async routes(app: FastifyInstance, needs: RouteNeeds): Promise<void> {
      const { widgets } = needs
      await app.register(modulesRoutes, { catalogue })
      await app.register(packagesRoutes, { service: packages, folder })
      const files = createModuleFiles({ repo: repos.packages, catalogue })
      await app.register(moduleFilesRoutes, { files, clientOrigins: config.CORS_ORIGINS })
      const outbound = createOutbound(outboundOptions)
      app.addHook('onClose', () => outbound.close())
      await addModuleIndexes(app, {
        repos,
        tx,
        outbound,
        catalogue,
        packages,
        live,
        limits,
        runExclusive,
        faults,
        times,
        now,
      })
      await sourceRoutes(app, needs)
      const requests = createModuleRequests({
        catalogue,
        widgets,
        outbound,
        limits,
        answers: createAnswerCache({ now }),
        warn: lines.warn,
      })
      const storage = createWidgetStorage({ repo: repos.storage, catalogue, widgets, limits })
      await app.register(moduleRequestsRoutes, { requests, storage })
      const photos = createPhotosService({ repo: repos.photos, tx, catalogue, widgets, limits })
      await app.register(photosRoutes, { photos })
    },
  }
}
