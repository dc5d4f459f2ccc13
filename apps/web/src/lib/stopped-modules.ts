import { modules } from '@atalaya/contract/modules'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'

/** Modules that their index stopped, with the reasons; read by widgets whose module is not in the catalogue. */
export const stoppedQuery = queryOptions({
  queryKey: [...catalogueQuery.queryKey, 'stopped'],
  queryFn: async ({ signal }) => (await call(modules.list, {}, signal)).stopped ?? [],
})
