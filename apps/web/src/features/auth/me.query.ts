import { auth } from '@atalaya/contract/auth'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { storeUser } from '#web/lib/session.ts'

/** The signed-in account, which is also kept with the session. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const { user } = await call(auth.me, {}, signal)
    storeUser(user)
    return user
  },
})
