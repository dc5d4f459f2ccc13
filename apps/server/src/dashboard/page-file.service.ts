import { randomUUID } from 'node:crypto'
import { type InstalledModule, type Page, SECRET_MASK } from '@atalaya/contract/dashboard'
import { haveNoOverlap } from '@atalaya/contract/grid'
import type { PageFile } from '@atalaya/contract/page-archive'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { Changes } from './changes.ts'
import { newPageFields, refuseTooMany } from './page-list.ts'
import type { PagesService } from './pages.service.ts'
import { freeSlug, slugOf } from './slug.ts'
import type { WidgetConfigs } from './widget-configs.ts'

type Needs = {
  pages: Pick<PagesService, 'get'>
  changes: Changes
  catalogue: Catalogue
  configs: WidgetConfigs
  now: () => number
}

/** Exports pages as files, and imports them. */
export function createPageFileService({ pages, changes, catalogue, configs, now }: Needs) {
  function exportWidget({
    meta: { id, name, version },
    config,
    position,
  }: InstalledModule): PageFile['modules'][number] {
    // Without its module in the catalogue, only the mask shows which values are secrets.
    const masked = Object.keys(config).filter((key) => config[key] === SECRET_MASK)
    const secrets = [...new Set([...configs.secretsOf(id), ...masked])]
    const unsealed = Object.entries(config).filter(([key]) => !secrets.includes(key))
    return { module: { id, name, version }, config: Object.fromEntries(unsealed), secrets, position }
  }

  function importWidget({ module: { id, name }, config, position }: PageFile['modules'][number]): InstalledModule {
    const meta = catalogue.findMeta(id)
    if (!meta) {
      throw new AppError('not_found', `The module ${name} is not in the catalogue`, { code: 'modules.not_found' })
    }
    const _id = randomUUID()
    const values = configs.initial(id, config)
    return { _id, meta, config: configs.accept({ id: _id, moduleId: id }, values), position }
  }

  return {
    async export(userId: string, id: string): Promise<PageFile> {
      const { name, description, modules } = await pages.get(userId, id)
      return { format: 'atalaya.page', version: 1, name, description, modules: modules.map(exportWidget) }
    },

    import: (by: Caller, { name, description, modules }: PageFile): Promise<Page> =>
      changes.ofList(by.userId, async (repos) => {
        const { userId } = by
        const present = await repos.pages.listHeads(userId)
        refuseTooMany(present)
        const { order, taken, isFirst } = newPageFields(present)
        const widgets = modules.map(importWidget)
        if (!haveNoOverlap(widgets.map(({ position }) => position))) {
          throw new AppError('bad_request', 'Modules of the file overlap', { code: 'dashboard.overlap' })
        }
        const id = randomUUID()
        const slug = freeSlug(slugOf(name), taken)
        await repos.pages.insert({ id, userId, name, slug, description, active: isFirst, order, now: now() })
        for (const widget of widgets) await repos.widgets.insert(id, widget)
        await repos.audit.insert(now(), { action: 'page.created', by, target: { id, name }, details: 'from a file' })
        return [id]
      }),
  }
}
export type PageFileService = ReturnType<typeof createPageFileService>
