import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { dashboard, InstalledModule, Page, WidgetConfig } from '@atalaya/contract/dashboard'
import { type Extent, firstFree, haveNoOverlap, land, type Position, widgetSize } from '@atalaya/contract/grid'
import type { Input } from '@atalaya/contract/route'
import type { Repos } from '#server/compose/repos.ts'
import type { Actor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { Changes } from './changes.ts'
import { refuseWithoutPhotoRoom } from './photo-room.ts'
import type { WidgetConfigs } from './widget-configs.ts'
import type { WidgetsRepo } from './widgets.repo.ts'

type Needs = {
  repo: Pick<WidgetsRepo, 'findOfUser'>
  changes: Changes
  catalogue: Catalogue
  configs: WidgetConfigs
  now: () => number
}
/** A widget with its secrets decrypted, for work of the server. */
export type OpenWidget = { id: string; moduleId: string; config: WidgetConfig }
type PageAndModule = { page: Page; module: InstalledModule }
type Positions = Input<typeof dashboard.arrange>['body']['positions']

/** Widgets of a page, with their positions and configurations. */
export function createWidgetsService({ repo, changes, catalogue, configs, now }: Needs) {
  const record = (
    action: AuditAction,
    by: Caller,
    page: Page,
    { meta }: InstalledModule,
    { audit }: Pick<Repos, 'audit'>,
  ) => audit.insert(now(), { action, by, target: { id: page._id, name: page.name }, details: meta.name })

  return {
    /**
     * Opens a widget of the caller, for work in the caller's name. A display may only open one that it shows.
     *
     * @throws AppError not_found if the caller has no such widget, or the display does not show it
     */
    async open({ userId, credential }: Actor, id: string): Promise<OpenWidget> {
      const isShown = credential?.display?.widgets.has(id) ?? true
      const widget = isShown ? await repo.findOfUser(userId, id) : null
      if (!widget) throw noSuchWidget()
      return { id, moduleId: widget.meta.id, config: configs.open(id, widget.config) }
    },

    /** Installs a module. Uses only the id of the sent metadata; the catalogue has the rest. */
    async install(
      by: Caller,
      pageId: string,
      { meta: { id }, config: sentConfig, position }: Input<typeof dashboard.install>['body'],
    ): Promise<PageAndModule> {
      const meta = catalogue.findMeta(id)
      if (!meta) throw new AppError('not_found', 'There is no such module', { code: 'modules.not_found' })
      const config = configs.initial(id, sentConfig)
      const _id = randomUUID()
      const page = await changes.ofPage(by.userId, pageId, async (current, repos) => {
        const place = position ?? firstFree(positionsOf(current.modules), widgetSize(config, meta.size))
        if (!place) throw pageFull()
        const module = { _id, meta, config: configs.accept({ id: _id, moduleId: id }, config), position: place }
        const modules = [...current.modules, module]
        refuseOverlap(modules)
        await repos.widgets.insert(pageId, module)
        await record('page.module_added', by, current, module, repos)
        return modules
      })
      return { page, module: widgetOf(page, _id) }
    },

    /** Copies one of the caller's widgets to one of their pages, with its secrets and its storage. */
    async copy(by: Caller, pageId: string, id: string): Promise<PageAndModule> {
      const source = await repo.findOfUser(by.userId, id)
      if (!source) throw noSuchWidget()
      const _id = randomUUID()
      const config = configs.copyFor(id, _id, source.config)
      const { x: _x, y: _y, ...size } = source.position
      const page = await changes.ofPage(by.userId, pageId, async (current, repos) => {
        const position = firstFree(positionsOf(current.modules), size)
        if (!position) throw pageFull()
        const module = { _id, meta: source.meta, config, position }
        await repos.widgets.insert(pageId, module)
        await repos.storage.copy(id, _id)
        await copyPhotos(repos, by.userId, { from: id, to: _id })
        await record('page.module_added', by, current, module, repos)
        return [...current.modules, module]
      })
      return { page, module: widgetOf(page, _id) }
    },

    async move(userId: string, pageId: string, id: string, position: Position): Promise<PageAndModule> {
      const page = await changes.ofPage(userId, pageId, async (current, repos) => {
        const modules = [...widgetsExcept(current, id), { ...widgetOf(current, id), position }]
        refuseOverlap(modules)
        await repos.widgets.place(id, position)
        return modules
      })
      return { page, module: widgetOf(page, id) }
    },

    /**
     * Changes a widget's configuration. A size in it resizes the widget: in place, else further down, else anywhere. A
     * token may not make stored secrets be sent to another address.
     */
    async configure(
      { userId, credential }: Actor,
      pageId: string,
      id: string,
      config: WidgetConfig,
    ): Promise<PageAndModule> {
      const page = await changes.ofPage(userId, pageId, async (current, repos) => {
        const widget = widgetOf(current, id)
        if (credential && configs.isSecretMoved(config, widget.config)) throw secretNeeded()
        const size = widgetSize(config, widget.meta.size)
        const oldSize = widgetSize(widget.config, widget.meta.size)
        const rest = widgetsExcept(current, id)
        const isResized = size.w !== oldSize.w || size.h !== oldSize.h
        const position = isResized ? placeFor(size, widget.position, positionsOf(rest)) : widget.position
        const stored = configs.accept({ id, moduleId: widget.meta.id }, config, widget.config)
        if (isResized) await repos.widgets.place(id, position)
        await repos.widgets.configure(id, stored)
        return [...rest, { ...widget, position, config: stored }]
      })
      return { page, module: widgetOf(page, id) }
    },

    remove: (by: Caller, pageId: string, id: string): Promise<Page> =>
      changes.ofPage(by.userId, pageId, async (current, repos) => {
        const rest = widgetsExcept(current, id)
        await repos.widgets.remove(id)
        await record('page.module_removed', by, current, widgetOf(current, id), repos)
        return rest
      }),

    /** Moves several widgets at once; the others stay where they are. */
    arrange: (userId: string, pageId: string, places: Positions): Promise<Page> =>
      changes.ofPage(userId, pageId, async (current, repos) => {
        const wanted = new Map(places.map(({ id, ...position }) => [id, position]))
        if (wanted.size < places.length) {
          throw new AppError('bad_request', 'A module is listed twice', { code: 'dashboard.listed_twice' })
        }
        for (const id of wanted.keys()) widgetOf(current, id)
        const modules = current.modules.map((module) => ({
          ...module,
          position: wanted.get(module._id) ?? module.position,
        }))
        refuseOverlap(modules)
        for (const [id, position] of wanted) await repos.widgets.place(id, position)
        return modules
      }),
  }
}
export type WidgetsService = ReturnType<typeof createWidgetsService>

const secretNeeded = () =>
  new AppError('forbidden', 'A token that changes what a secret is used with must give the secret, too', {
    code: 'tokens.secret_needed',
  })

async function copyPhotos(
  repos: Pick<Repos, 'pages' | 'photos'>,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const bytes = await repos.photos.bytesOf(from)
  if (bytes === 0) return
  await refuseWithoutPhotoRoom(repos, userId, bytes)
  await repos.photos.copy(from, to)
}

const positionsOf = (modules: readonly Pick<InstalledModule, 'position'>[]) => modules.map(({ position }) => position)

function widgetOf(page: Page, id: string): InstalledModule {
  const widget = page.modules.find((module) => module._id === id)
  if (!widget) throw noSuchWidget()
  return widget
}

function widgetsExcept(page: Page, id: string): InstalledModule[] {
  widgetOf(page, id)
  return page.modules.filter((module) => module._id !== id)
}

/** Position for a resized widget: at `wanted`, else further down, else the first free place. */
function placeFor(size: Extent, wanted: Position, taken: Position[]): Position {
  const place = land(taken, { ...wanted, ...size }) ?? firstFree(taken, size)
  if (!place) throw pageFull()
  return place
}

function refuseOverlap(modules: readonly Pick<InstalledModule, 'position'>[]): void {
  if (haveNoOverlap(positionsOf(modules))) return
  throw new AppError('conflict', 'Another module is already at this place', { code: 'dashboard.overlap' })
}

const noSuchWidget = () =>
  new AppError('not_found', 'There is no such module on this page', { code: 'dashboard.module_not_found' })

const pageFull = () =>
  new AppError('conflict', 'There is no room left on this page for the module', { code: 'dashboard.page_full' })
