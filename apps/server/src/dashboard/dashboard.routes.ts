import { dashboard, type Page, page } from '@atalaya/contract/dashboard'
import { pageArchive } from '@atalaya/contract/page-archive'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import { Pieced, written } from '#server/http/pieced.ts'
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
  mount(app, dashboard.create, async ({ body }, { actor }) => ({ page: await pages.create(actor.userId, body) }))
  mount(app, dashboard.edit, async ({ params, body }, { actor }) => ({
    page: await pages.edit(actor.userId, params.id, body),
  }))
  mount(app, dashboard.remove, async ({ params }, { actor }) => {
    await pages.remove(actor.userId, params.id)
    return {}
  })
  mount(app, dashboard.reorder, async ({ body }, { actor }) => {
    await pages.reorder(actor.userId, body.items)
    return inPieces(pages.list(actor))
  })
  mount(app, dashboard.install, ({ params, body }, { actor }) => widgets.install(actor.userId, params.id, body))
  mount(app, dashboard.editModule, ({ params: { id, moduleId }, body }, { actor }) =>
    'position' in body
      ? widgets.move(actor.userId, id, moduleId, body.position)
      : widgets.configure(actor, id, moduleId, body.config),
  )
  mount(app, dashboard.removeModule, async ({ params: { id, moduleId } }, { actor }) => ({
    page: await widgets.remove(actor.userId, id, moduleId),
  }))
  mount(app, dashboard.arrange, async ({ params, body }, { actor }) => ({
    page: await widgets.arrange(actor.userId, params.id, body.positions),
  }))

  mount(app, pageArchive.trash, async (_input, { actor }) => ({ pages: await trash.list(actor.userId) }))
  mount(app, pageArchive.restore, async ({ params }, { actor }) => ({
    page: await trash.restore(actor.userId, params.id),
  }))
  mount(app, pageArchive.purge, async ({ params }, { actor }) => {
    await trash.purge(actor.userId, params.id)
    return {}
  })
  mount(app, pageArchive.export, async ({ params }, { actor }) => ({
    file: await files.export(actor.userId, params.id),
  }))
  mount(app, pageArchive.import, async ({ body }, { actor }) => ({ page: await files.import(actor.userId, body) }))

  trash.start()
  app.addHook('onClose', async () => trash.stop())
}

const inPieces = (pages: AsyncIterable<Page[]>) =>
  new Pieced<{ pages: Page[] }>({ pages: [] }, 'pages', written(page, pages))
