import { dashboard, type EditPage, type NewPage, type Page, type WidgetConfig } from '@atalaya/contract/dashboard'
import type { LiveEvent } from '@atalaya/contract/events'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Edit } from '#web/features/boards/board-edits.ts'
import { withoutPage, withPage, withPageEvent } from '#web/features/boards/page-list.ts'
import { call } from '#web/lib/api.ts'
import { withDefault } from '#web/lib/api-error.ts'

export const pagesQuery = queryOptions({
  queryKey: ['pages'],
  queryFn: async ({ signal }) => (await withDefault(call(dashboard.list, {}, signal), 'Error de API')).pages,
})

const change = (client: QueryClient, next: (pages: readonly Page[]) => readonly Page[]) =>
  client.setQueryData(pagesQuery.queryKey, (pages) => pages && [...next(pages)])

/** Shows a page that the server has just answered. */
export const pageArrived = (client: QueryClient, page: Page) => change(client, (pages) => withPage(pages, page))

/** Applies a live event to the pages on screen. */
export function applyToPages(client: QueryClient, event: LiveEvent): void {
  if (event.type === 'page.updated' || event.type === 'page.deleted')
    change(client, (pages) => withPageEvent(pages, event))
}

// Failures are shown where they happen: in the dialog, as a banner, or not at all. Never as a toast.
const quiet = { error: false } as const

export const createPage = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (body: NewPage) => (await call(dashboard.create, { body })).page,
    onSuccess: (page) => pageArrived(client, page),
    // It may have deactivated another page.
    meta: { ...quiet, refresh: pagesQuery.queryKey },
  })

export const editPage = mutationOptions({
  mutationFn: ({ id, ...body }: EditPage & { id: string }) => call(dashboard.edit, { params: { id }, body }),
  meta: { ...quiet, refresh: pagesQuery.queryKey },
})

export const removePage = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(dashboard.remove, { params: { id } }),
    onSuccess: (_nothing, id) => change(client, (pages) => withoutPage(pages, id)),
    meta: { ...quiet, refresh: pagesQuery.queryKey },
  })

/** Takes the ids in their new order. */
export const reorderPages = (client: QueryClient) =>
  mutationOptions({
    scope: { id: 'reorder-pages' },
    mutationFn: (ids: readonly string[]) =>
      call(dashboard.reorder, { body: { items: ids.map((id, order) => ({ id, order })) } }),
    onSuccess: ({ pages }) => change(client, (known) => pages.reduce(withPage, known)),
    onError: () => client.invalidateQueries({ queryKey: pagesQuery.queryKey }),
    meta: quiet,
  })

type Install = { pageId: string; moduleId: string; config: WidgetConfig }

export const installModule = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ pageId, moduleId, config }: Install) =>
      call(dashboard.install, { params: { id: pageId }, body: { meta: { id: moduleId }, config } }),
    onSuccess: ({ page }) => pageArrived(client, page),
    meta: quiet,
  })

/** Copies a widget to a page. */
export const copyModule = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ pageId, moduleId }: { pageId: string; moduleId: string }) =>
      call(dashboard.copyModule, { params: { id: pageId }, body: { moduleId } }),
    onSuccess: ({ page }) => pageArrived(client, page),
    meta: quiet,
  })

/** Saves edits of one page one after the other; the page on screen shows them from the moment they are made. */
export const saveEdit = (client: QueryClient, pageId: string) =>
  mutationOptions({
    scope: { id: `edit-page ${pageId}` },
    mutationFn: (edit: Edit) => send(pageId, edit),
    onSuccess: ({ page }) => pageArrived(client, page),
    // Nobody is told by a toast: the page goes back to what the server has, before everyone's eyes.
    onError: () => client.invalidateQueries({ queryKey: pagesQuery.queryKey }),
    meta: quiet,
  })

type Saved = { page: Page; addedId?: string }

async function send(id: string, edit: Edit): Promise<Saved> {
  switch (edit.kind) {
    case 'place': {
      const [first, ...others] = edit.places
      if (!first || others.length > 0)
        return call(dashboard.arrange, { params: { id }, body: { positions: edit.places } })
      const { id: moduleId, ...position } = first
      return call(dashboard.editModule, { params: { id, moduleId }, body: { position } })
    }
    case 'configure':
      return call(dashboard.editModule, { params: { id, moduleId: edit.id }, body: { config: edit.config } })
    case 'remove':
      return call(dashboard.removeModule, { params: { id, moduleId: edit.id } })
    case 'add': {
      const { meta, config, position } = edit.module
      const { page, module } = await call(dashboard.install, { params: { id }, body: { meta, config, position } })
      return { page, addedId: module._id }
    }
  }
}
