import { auth } from '@atalaya/contract/auth'
import { factorEntry } from '@atalaya/contract/factor-entry'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { getAssertion } from '#web/lib/session/passkeys.ts'

export const confirmPassword = mutationOptions({
  mutationFn: (password: string) => call(auth.confirm, { body: { password } }),
  meta: { error: false },
})

/** Challenge for a passkey in place of the password; `options` is null if the account has none for this origin. */
export const passkeyToConfirmQuery = queryOptions({
  queryKey: ['passkey-to-confirm'],
  queryFn: ({ signal }) => call(factorEntry.confirmOptions, {}, signal),
  staleTime: 0,
  gcTime: 0,
})

export const confirmByPasskey = mutationOptions({
  mutationFn: async () => {
    // A new challenge each time, because one can be answered only once.
    const { options } = await call(factorEntry.confirmOptions, {})
    if (!options) throw new Error('This account has no passkey for this address')
    await call(auth.confirm, { body: { credential: await getAssertion(options) } })
  },
  meta: { error: false },
})
