import type { Page } from '@atalaya/contract/dashboard'
import { type PageFile, pageArchive } from '@atalaya/contract/page-archive'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { cachePage, pagesQuery } from '#web/features/boards/boards.queries.ts'
import { call } from '#web/lib/calls/api.ts'
import { saveFile } from '#web/lib/save-file.ts'

export const trashQuery = queryOptions({
  queryKey: ['trash'],
  queryFn: async ({ signal }) => (await call(pageArchive.trash, {}, signal)).pages,
  staleTime: 0,
})

export const restorePage = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (id: string) => (await call(pageArchive.restore, { params: { id } })).page,
    onSuccess: (page) => cachePage(client, page),
    meta: { error: false, refresh: trashQuery.queryKey },
  })

export const purgePage = mutationOptions({
  mutationFn: (id: string) => call(pageArchive.purge, { params: { id } }),
  meta: { error: false, refresh: trashQuery.queryKey },
})

/** Saves a page as a file, inside the mutation: `mutate` drops its callbacks when the next export begins. */
export const exportPage = mutationOptions({
  mutationFn: async ({ _id: id, slug }: Page) => {
    const { file } = await call(pageArchive.export, { params: { id } })
    saveFile(`${slug}.atalaya.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json')
  },
  meta: { error: 'Could not export the page' },
})

export const importPage = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (body: PageFile) => (await call(pageArchive.import, { body })).page,
    onSuccess: (page) => cachePage(client, page),
    meta: { error: false, refresh: pagesQuery.queryKey },
  })
