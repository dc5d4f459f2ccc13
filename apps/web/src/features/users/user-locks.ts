import { type UserLock, users } from '@atalaya/contract/users'
import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

const REFRESH_EVERY_MS = 60_000

/**
 * Accounts locked by wrong passwords. On a server without this route the request fails, and the screen shows no locks.
 */
export const locksQuery = queryOptions({
  queryKey: ['user-locks'],
  queryFn: ({ signal }) => call(users.locks, {}, signal).then((data) => data.locks),
  refetchInterval: REFRESH_EVERY_MS,
})

/** Lock of one account, while it lasts. */
export function useLock(userId: string): UserLock | undefined {
  const { data: locks } = useQuery(locksQuery)
  return locks?.find((lock) => lock.userId === userId)
}

export const unlockUser = mutationOptions({
  mutationFn: (id: string) => call(users.unlock, { params: { id } }),
  meta: { success: 'Lock lifted', error: 'Could not lift the lock', refresh: locksQuery.queryKey },
})
