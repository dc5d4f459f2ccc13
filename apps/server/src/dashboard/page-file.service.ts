import { randomUUID } from 'node:crypto'
import { keysOf } from '@atalaya/config-schema/fields'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import { isArrangement } from '@atalaya/contract/grid'
import type { PageFile } from '@atalaya/contract/page-archive'
import { AppError } from '#server/http/errors.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { Changes } from './changes.ts'
import { nextPage, refuseTooMany } from './page-list.ts'
import type { PagesService } from './pages.service.ts'
import { freeSlug, slugOf } from './slug.ts'

type Needs = { pages: Pick<PagesService, 'get'>; changes: Changes; catalogue: Catalogue; now: () => number }

/** Pages as files. */
export function createPageFileService({ pages, changes, catalogue, now }: Needs) {
  function secretsOf(moduleId: string): string[] {
    const schema = catalogue.find(moduleId)?.configSchema
    return schema ? keysOf(parseConfigSchema(schema), 'secret') : []
  }

  function exported({ meta: { id, name, version }, config, position }: InstalledModule): PageFile['modules'][number] {
    const secrets = secretsOf(id)
    const open = Object.entries(config).filter(([key]) => !secrets.includes(key))
    return { module: { id, name, version }, config: Object.fromEntries(open), secrets, position }
  }

  function imported({ module: { id, name }, config, position }: PageFile['modules'][number]): InstalledModule {
    const meta = catalogue.installed(id)
    if (!meta) {
      throw new AppError('not_found', `The module ${name} is not in the catalogue`, { code: 'modules.not_found' })
    }
    return { _id: randomUUID(), meta, config, position }
  }

  return {
    async export(userId: string, id: string): Promise<PageFile> {
      const { name, description, modules } = await pages.get(userId, id)
      return { format: 'atalaya.page', version: 1, name, description, modules: modules.map(exported) }
    },

    import: (userId: string, { name, description, modules }: PageFile): Promise<Page> =>
      changes.ofList(userId, async (repos) => {
        const present = await repos.pages.list(userId)
        refuseTooMany(present)
        const { order, taken, isFirst } = nextPage(present)
        const widgets = modules.map(imported)
        if (!isArrangement(widgets.map(({ position }) => position))) {
          throw new AppError('bad_request', 'Modules of the file overlap', { code: 'dashboard.overlap' })
        }
        const id = randomUUID()
        const slug = freeSlug(slugOf(name), taken)
        await repos.pages.insert({ id, userId, name, slug, description, active: isFirst, order, now: now() })
        for (const widget of widgets) await repos.widgets.insert(id, widget)
        return [id]
      }),
  }
}
