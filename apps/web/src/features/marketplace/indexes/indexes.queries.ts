import { moduleIndexes } from '@atalaya/contract/module-indexes'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'

/** Prefix of all keys here: a refresh of the catalogue refreshes these lists, whose actions depend on it. */
const refresh = catalogueQuery.queryKey

export const indexesQuery = queryOptions({
  queryKey: [...refresh, 'indexes'],
  queryFn: async ({ signal }) => (await call(moduleIndexes.list, {}, signal)).indexes,
})

export type OffersFilter = { only: 'updates' | null; query: string; page: number }
export const OFFERS_PAGE_SIZE = 24

/** One page of the modules in all indexes, or of those with an update. */
export const offersQuery = ({ only, query, page }: OffersFilter) =>
  queryOptions({
    queryKey: [...refresh, 'indexed', only, query, page],
    queryFn: ({ signal }) => {
      const range = { offset: String((page - 1) * OFFERS_PAGE_SIZE), limit: String(OFFERS_PAGE_SIZE) }
      const search = { ...range, ...(query && { query }), ...(only && { only }) }
      return call(moduleIndexes.modules, { query: search }, signal)
    },
  })

export const findIndex = mutationOptions({
  mutationFn: (address: string) => call(moduleIndexes.find, { body: { address } }),
  meta: { error: false },
})

type IndexConfirmation = { address: string; key: string }

export const addIndex = mutationOptions({
  mutationFn: (body: IndexConfirmation) => call(moduleIndexes.add, { body }),
  meta: { success: 'Index added', error: false, refresh },
})

export const checkIndex = mutationOptions({
  mutationFn: (id: string) => call(moduleIndexes.look, { params: { id } }),
  meta: { refresh },
})

export const acceptKey = mutationOptions({
  mutationFn: ({ id, key }: { id: string; key: string }) =>
    call(moduleIndexes.acceptKey, { params: { id }, body: { key } }),
  meta: { success: 'Key accepted', error: false, refresh },
})

export const removeIndex = mutationOptions({
  mutationFn: (id: string) => call(moduleIndexes.remove, { params: { id } }),
  meta: { success: 'Index removed', error: false, refresh },
})

type OfferRequest = { indexId: string; id: string; version: string; newPublisher?: string }

export const installOffer = mutationOptions({
  mutationFn: ({ indexId, id: moduleId, version, newPublisher }: OfferRequest) =>
    call(moduleIndexes.install, { params: { id: indexId, moduleId }, body: { version, newPublisher } }),
  meta: { error: false, refresh },
})
