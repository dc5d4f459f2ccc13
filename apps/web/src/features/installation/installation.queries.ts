import { installation } from '@atalaya/contract/installation'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

const REFRESH_EVERY_MS = 60_000

/**
 * Health of the installation, for administrators. On a server without this route the request fails, and the screen
 * shows nothing.
 */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call(installation.status, {}, signal),
  refetchInterval: REFRESH_EVERY_MS,
})
