import { users } from '@atalaya/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { withDefault } from '#web/lib/calls/api-error.ts'

/** All accounts, for administrators. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) =>
    withDefault(call(users.list, {}, signal), 'No se pudo obtener la lista de usuarios').then((data) => data.users),
})
