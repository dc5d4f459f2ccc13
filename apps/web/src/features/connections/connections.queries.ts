import { integrations } from '@atalaya/contract/integrations'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

export const connectionsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => call(integrations.list, { query: { origin: window.location.origin } }, signal),
})

export const startSpotify = mutationOptions({
  mutationFn: async () =>
    (await call(integrations.startSpotify, { body: { origin: window.location.origin } })).authorizeUrl,
  meta: { error: 'Could not connect Spotify' },
})

/** Runs once for each code, no matter how often the page renders: the server accepts a code only once. */
export const spotifyExchangeQuery = (code: string, state: string) =>
  queryOptions({
    queryKey: ['integrations', 'spotify', state],
    queryFn: () => call(integrations.exchangeSpotify, { body: { code, state } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })

export const disconnect = mutationOptions({
  mutationFn: (id: string) => call(integrations.remove, { params: { id } }),
  meta: { success: 'Disconnected', error: 'Could not disconnect', refresh: connectionsQuery.queryKey },
})
