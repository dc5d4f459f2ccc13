import { backups } from '@atalaya/contract/backups'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'

const REFRESH_MS = 5 * 60_000

/** How the scheduled backups are doing. A server that tells of none leaves the screen as it is. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(backups.status, {}, signal).then((data) => data.schedule),
  refetchInterval: REFRESH_MS,
})
