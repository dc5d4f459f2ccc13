import { type NewToken, tokens } from '@atalaya/contract/credentials'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

const KEY = ['tokens']

export const tokensQuery = queryOptions({
  queryKey: [...KEY, 'own'],
  queryFn: async ({ signal }) => (await call(tokens.list, {}, signal)).tokens,
})

export const allTokensQuery = queryOptions({
  queryKey: [...KEY, 'all'],
  queryFn: async ({ signal }) => (await call(tokens.listAll, {}, signal)).tokens,
})

export const createToken = mutationOptions({
  mutationFn: (body: NewToken) => call(tokens.create, { body }),
  meta: { error: false, refresh: KEY },
})

/** Revokes one of the user's own tokens; an administrator can revoke anybody's. */
export const revokeToken = mutationOptions({
  mutationFn: ({ id, isOwn }: { id: string; isOwn: boolean }) =>
    call(isOwn ? tokens.revoke : tokens.revokeAny, { params: { id } }),
  meta: { success: 'Token revoked', error: 'Could not revoke the token', refresh: KEY },
})
