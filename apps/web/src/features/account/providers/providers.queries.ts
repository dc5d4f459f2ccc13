import { identities } from '@atalaya/contract/identities'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { leaveFor } from '#web/lib/session/providers.ts'

export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => call(identities.list, {}, signal),
})

const currentPath = () => window.location.pathname + window.location.search

/** Redirects to the provider; it sends the user back with the account linked. */
export const linkProvider = mutationOptions({
  mutationFn: async (provider: string) => {
    const { authorizeUrl } = await call(identities.link, { params: { provider } })
    leaveFor(authorizeUrl, { isOwn: true, from: currentPath() })
  },
})

/** Redirects to the provider; it sends the user back as freshly authenticated. */
export const confirmByProvider = mutationOptions({
  mutationFn: async (provider: string) => {
    const { authorizeUrl } = await call(identities.confirm, { params: { provider } })
    leaveFor(authorizeUrl, { isOwn: true, from: currentPath() })
  },
  meta: { error: false },
})

export const unlinkProvider = mutationOptions({
  mutationFn: (id: string) => call(identities.unlink, { params: { id } }),
  meta: { success: 'Unlinked', refresh: identitiesQuery.queryKey },
})

export const setLocalSignIn = mutationOptions({
  mutationFn: (localSignIn: boolean) => call(identities.edit, { body: { localSignIn } }),
  meta: { success: 'Saved', refresh: identitiesQuery.queryKey },
})
