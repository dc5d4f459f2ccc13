import { agents } from '@atalaya/contract/agents'
import { type AttentionCounts, attention } from '@atalaya/contract/attention'
import { queryOptions } from '@tanstack/react-query'
import { NAMED_MAX } from '#web/app/home/over-bound.ts'
import { agentKeys } from '#web/features/agents/agent-query-keys.ts'
import { backupsQuery } from '#web/features/backups/backups.queries.ts'
import { installationQuery } from '#web/features/installation/installation.queries.ts'
import { call } from '#web/lib/calls/api.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { isAdmin, readSession } from '#web/lib/session/session.ts'

/** Counts that need attention; null if the server does not have this call. Home itself shows a failure. */
export const attentionQuery = queryOptions({
  queryKey: agentKeys.attention,
  queryFn: ({ signal }): Promise<AttentionCounts | null> =>
    call(attention.read, {}, signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }),
})

/** First agents over a bound, fullest disk first; read only if there are some. */
export const overBoundQuery = queryOptions({
  queryKey: [...agentKeys.attention, 'over bound'],
  queryFn: async ({ signal }) => {
    const query = { critical: 'true', sort: 'disk', page: 1, pageSize: NAMED_MAX } as const
    const found = await call(agents.list, { query }, signal)
    return found.agents
  },
})

/** Statuses whose lines name their first agents. */
export type NamedStatus = 'quarantined' | 'offline' | 'degraded'

/** First agents of a status, last seen first; read only if there are some. */
export const agentsOfStatusQuery = (status: NamedStatus) =>
  queryOptions({
    queryKey: [...agentKeys.attention, 'named', status],
    queryFn: async ({ signal }) => {
      const query = { status, sort: 'lastSeen', page: 1, pageSize: NAMED_MAX } as const
      const found = await call(agents.list, { query }, signal)
      return found.agents
    },
  })

/** Queries for what needs attention; administrators also read the installation's state. */
export const attentionQueries = () =>
  isAdmin(readSession()?.user) ? [attentionQuery, backupsQuery, installationQuery] : [attentionQuery]
