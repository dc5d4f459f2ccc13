import { factorAdmin } from '@atalaya/contract/factor-admin'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { usersQuery } from '#web/lib/session/accounts.ts'

export const resetUserFactor = mutationOptions({
  mutationFn: (id: string) => call(factorAdmin.reset, { params: { id } }),
  meta: { success: 'Second factor reset', error: false, refresh: usersQuery.queryKey },
})
