import { factorAdmin } from '@atalaya/contract/factor-admin'
import type { CreationOptions } from '@atalaya/contract/passkeys'
import { secondFactor } from '@atalaya/contract/second-factor'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { meQuery, sessionsQuery } from '#web/features/account/account.queries.ts'
import { call } from '#web/lib/calls/api.ts'
import { makePasskey } from '#web/lib/session/passkeys.ts'

export const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(secondFactor.status, {}, signal),
})

export const policyQuery = queryOptions({
  queryKey: ['second-factor-policy'],
  queryFn: ({ signal }) => call(factorAdmin.policy, {}, signal),
})

/** Refetches everything that a change of factors can affect: the factors, the account, and its sessions. */
export function refetchFactors(client: QueryClient) {
  for (const { queryKey } of [factorQuery, meQuery, sessionsQuery]) void client.invalidateQueries({ queryKey })
}

/** Creates a passkey in the browser and registers it. */
export const addPasskey = mutationOptions({
  mutationFn: async (name: string) => {
    const { options }: { options: CreationOptions } = await call(secondFactor.beginPasskey, {})
    return call(secondFactor.addPasskey, { body: { name, credential: await makePasskey(options) } })
  },
  meta: { error: false },
})

export const renamePasskey = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    call(secondFactor.renamePasskey, { params: { id }, body: { name } }),
  meta: { success: 'Passkey renamed', error: false, refresh: factorQuery.queryKey },
})

export const removePasskey = mutationOptions({
  mutationFn: async (id: string, { client }) => {
    await call(secondFactor.removePasskey, { params: { id } })
    refetchFactors(client)
  },
  meta: { success: 'Passkey removed. Your other sessions were ended.', error: false },
})

export const beginTotp = mutationOptions({
  mutationFn: () => call(secondFactor.beginTotp, {}),
  meta: { error: false },
})

export const confirmTotp = mutationOptions({
  mutationFn: (code: string) => call(secondFactor.confirmTotp, { body: { code } }),
  meta: { error: false },
})

export const removeTotp = mutationOptions({
  mutationFn: async (_: undefined, { client }) => {
    await call(secondFactor.removeTotp, {})
    refetchFactors(client)
  },
  meta: { success: 'App removed. Your other sessions were ended.', error: false },
})

export const renewRecoveryCodes = mutationOptions({
  mutationFn: () => call(secondFactor.renewRecoveryCodes, {}),
  meta: { error: false, refresh: factorQuery.queryKey },
})

export const setPolicy = mutationOptions({
  mutationFn: (administratorsMust: boolean) => call(factorAdmin.setPolicy, { body: { administratorsMust } }),
  meta: { success: 'Saved', error: 'Could not change who needs a second factor', refresh: policyQuery.queryKey },
})
