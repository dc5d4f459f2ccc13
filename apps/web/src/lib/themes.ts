import { themes } from '@atalaya/contract/themes'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

const KEY = ['themes']

/** Themes to choose from, Atalaya's own first. */
export const themesQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await call(themes.list, {}, signal)).themes,
})

export const addTheme = mutationOptions({
  mutationFn: (body: { file: string; replace: boolean }) => call(themes.add, { body }),
  meta: { error: false, refresh: KEY },
})

export const removeTheme = mutationOptions({
  mutationFn: (id: string) => call(themes.remove, { params: { id } }),
  meta: { success: 'Theme removed', error: false, refresh: KEY },
})
