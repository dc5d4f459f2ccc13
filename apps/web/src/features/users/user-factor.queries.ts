import { factorAdmin } from '@atalaya/contract/factor-admin'
import { mutationOptions } from '@tanstack/react-query'
import { usersQuery } from '#web/lib/accounts.ts'
import { call } from '#web/lib/api.ts'

export const resetUserFactor = mutationOptions({
  mutationFn: (id: string) => call(factorAdmin.reset, { params: { id } }),
  meta: { success: 'Second factor reset', error: false, refresh: usersQuery.queryKey },
})
