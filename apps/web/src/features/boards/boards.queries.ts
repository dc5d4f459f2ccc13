import { dashboard, type EditPage, type NewPage, type Page, type WidgetConfig } from '@atalaya/contract/dashboard'
import type { LiveEvent } from '@atalaya/contract/events'
import type { Position } from '@atalaya/contract/grid'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Edit } from '#web/features/boards/editor/board-edits.ts'
import { withoutPage, withPage, withPageEvent } from '#web/features/boards/pages/page-list.ts'
import { call } from '#web/lib/calls/api.ts'
import { withDefault } from '#web/lib/calls/api-error.ts'

export const pagesQuery = queryOptions({
  queryKey: ['pages'],
  queryFn: async ({ signal }) => (await withDefault(call(dashboard.list, {}, signal), 'Error de API')).pages,
})

const changePages = (client: QueryClient, next: (pages: readonly Page[]) => readonly Page[]) =>
  client.setQueryData(pagesQuery.queryKey, (pages) => pages && [...next(pages)])

/** Puts a page from a response into the cached list, unless the list has a newer copy. */
export const cachePage = (client: QueryClient, page: Page) => changePages(client, (pages) => withPage(pages, page))

/** Applies a live event to the cached pages. */
export function applyToPages(client: QueryClient, event: LiveEvent): void {
  if (event.type === 'page.updated' || event.type === 'page.deleted')
    changePages(client, (pages) => withPageEvent(pages, event))
}

// Errors appear in the dialog, in a banner, or not at all.
const noToast = { error: false } as const

export const createPage = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (body: NewPage) => (await call(dashboard.create, { body })).page,
    onSuccess: (page) => cachePage(client, page),
    // Refetches all: creating a page may have deactivated another one.
    meta: { ...noToast, refresh: pagesQuery.queryKey },
  })

/** Edits pages one after the other: of two activations the later one counts, however long the first takes. */
export const editPage = mutationOptions({
  scope: { id: 'edit-page' },
  mutationFn: ({ id, ...body }: EditPage & { id: string }) => call(dashboard.edit, { params: { id }, body }),
  meta: { ...noToast, refresh: pagesQuery.queryKey },
})

export const removePage = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(dashboard.remove, { params: { id } }),
    onSuccess: (_nothing, id) => changePages(client, (pages) => withoutPage(pages, id)),
    meta: { ...noToast, refresh: pagesQuery.queryKey },
  })

/** Saves a new order of pages, given as ids. */
export const reorderPages = (client: QueryClient) =>
  mutationOptions({
    scope: { id: 'reorder-pages' },
    mutationFn: (ids: readonly string[]) =>
      call(dashboard.reorder, { body: { items: ids.map((id, order) => ({ id, order })) } }),
    onSuccess: ({ pages }) => changePages(client, (known) => pages.reduce(withPage, known)),
    onError: () => client.invalidateQueries({ queryKey: pagesQuery.queryKey }),
    meta: noToast,
  })

type Install = { pageId: string; moduleId: string; config: WidgetConfig; position?: Position }

export const installModule = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ pageId, moduleId, config, position }: Install) =>
      call(dashboard.install, { params: { id: pageId }, body: { meta: { id: moduleId }, config, position } }),
    onSuccess: ({ page }) => cachePage(client, page),
    meta: noToast,
  })

export const copyModule = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ pageId, moduleId }: { pageId: string; moduleId: string }) =>
      call(dashboard.copyModule, { params: { id: pageId }, body: { moduleId } }),
    onSuccess: ({ page }) => cachePage(client, page),
    meta: noToast,
  })

/** Saves the edits of one page one after the other. Optimistic: the screen shows each of them at once. */
export const saveEdit = (client: QueryClient, pageId: string) =>
  mutationOptions({
    scope: { id: `edit-page ${pageId}` },
    mutationFn: (edit: Edit) => sendEdit(pageId, edit),
    onSuccess: ({ page }) => cachePage(client, page),
    // Refetch instead of a toast: the page visibly returns to the server's state.
    onError: () => client.invalidateQueries({ queryKey: pagesQuery.queryKey }),
    meta: noToast,
  })

type SavedEdit = { page: Page; addedId?: string }

async function sendEdit(id: string, edit: Edit): Promise<SavedEdit> {
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
