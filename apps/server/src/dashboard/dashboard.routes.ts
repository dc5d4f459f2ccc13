import { dashboard, type Page, page } from '@atalaya/contract/dashboard'
import { pageArchive } from '@atalaya/contract/page-archive'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import { PiecedAnswer, serializeItems } from '#server/http/pieced.ts'
import type { PageFileService } from './page-file.service.ts'
import type { PagesService } from './pages.service.ts'
import type { TrashService } from './trash.service.ts'
import type { WidgetsService } from './widgets.service.ts'

type Needs = { pages: PagesService; widgets: WidgetsService; trash: TrashService; files: PageFileService }

export async function dashboardRoutes(app: FastifyInstance, { pages, widgets, trash, files }: Needs): Promise<void> {
  mount(app, dashboard.list, async (_input, { actor }) => inPieces(pages.list(actor)))
  mount(app, dashboard.active, async (_input, { actor }) => ({ page: await pages.active(actor.userId) }))
  mount(app, dashboard.bySlug, async ({ params }, { actor }) => ({
    page: await pages.bySlug(actor.userId, params.slug),
  }))
  mount(app, dashboard.get, async ({ params }, { actor }) => ({ page: await pages.get(actor.userId, params.id) }))
  mount(app, dashboard.create, async ({ body }, { actor, request }) => ({
    page: await pages.create(callerOf(actor, request), body),
  }))
  mount(app, dashboard.edit, async ({ params, body }, { actor, request }) => ({
    page: await pages.edit(callerOf(actor, request), params.id, body),
  }))
  mount(app, dashboard.remove, async ({ params }, { actor, request }) => {
    await pages.remove(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, dashboard.reorder, async ({ body }, { actor }) => {
    await pages.reorder(actor.userId, body.items)
    return inPieces(pages.list(actor))
  })
  mount(app, dashboard.install, ({ params, body }, { actor, request }) =>
    widgets.install(callerOf(actor, request), params.id, body),
  )
  mount(app, dashboard.copyModule, ({ params, body }, { actor, request }) =>
    widgets.copy(callerOf(actor, request), params.id, body.moduleId),
  )
  mount(app, dashboard.editModule, ({ params: { id, moduleId }, body }, { actor }) =>
    'position' in body
      ? widgets.move(actor.userId, id, moduleId, body.position)
      : widgets.configure(actor, id, moduleId, body.config),
  )
  mount(app, dashboard.removeModule, async ({ params: { id, moduleId } }, { actor, request }) => ({
    page: await widgets.remove(callerOf(actor, request), id, moduleId),
  }))
  mount(app, dashboard.arrange, async ({ params, body }, { actor }) => ({
    page: await widgets.arrange(actor.userId, params.id, body.positions),
  }))

  mount(app, pageArchive.trash, async (_input, { actor }) => ({ pages: await trash.list(actor.userId) }))
  mount(app, pageArchive.restore, async ({ params }, { actor, request }) => ({
    page: await trash.restore(callerOf(actor, request), params.id),
  }))
  mount(app, pageArchive.purge, async ({ params }, { actor, request }) => {
    await trash.purge(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, pageArchive.export, async ({ params }, { actor }) => ({
    file: await files.export(actor.userId, params.id),
  }))
  mount(app, pageArchive.import, async ({ body }, { actor, request }) => ({
    page: await files.import(callerOf(actor, request), body),
  }))

  trash.start()
  app.addHook('onClose', async () => trash.stop())
}

const inPieces = (pages: AsyncIterable<Page[]>) =>
  new PiecedAnswer<{ pages: Page[] }>({ pages: [] }, 'pages', serializeItems(page, pages))
