import { modules } from '@atalaya/contract/modules'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

/** Modules that can be put on a page, sorted by name. */
export const catalogueQuery = queryOptions({
  queryKey: ['modules'],
  queryFn: async ({ signal }) => (await call(modules.list, {}, signal)).modules,
})
