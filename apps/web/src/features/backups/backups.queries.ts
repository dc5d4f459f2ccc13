import { backups } from '@atalaya/contract/backups'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

const REFRESH_EVERY_MS = 5 * 60_000
const RUNNING_REFRESH_EVERY_MS = 3_000

/** State of the scheduled backups. On a server without this route the request fails, and the screen shows nothing. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(backups.status, {}, signal).then((data) => data.schedule),
  refetchInterval: ({ state }) => (state.data?.isAsked ? RUNNING_REFRESH_EVERY_MS : REFRESH_EVERY_MS),
})

export const makeBackup = mutationOptions({
  mutationFn: () => call(backups.make, {}),
  onSuccess: ({ schedule }, _nothing, _result, { client }) => void client.setQueryData(backupsQuery.queryKey, schedule),
})
