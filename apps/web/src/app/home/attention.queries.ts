import { agents } from '@atalaya/contract/agents'
import { type AttentionCounts, attention } from '@atalaya/contract/attention'
import { queryOptions } from '@tanstack/react-query'
import { NAMED_MAX } from '#web/app/home/over-bound.ts'
import { agentKeys } from '#web/features/agents/agent-keys.ts'
import { backupsQuery } from '#web/features/backups/backups.queries.ts'
import { installationQuery } from '#web/features/installation/installation.queries.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { isAdmin, readSession } from '#web/lib/session.ts'

/** What somebody should look at; null where the server does not tell. Home says by itself where it can't be read. */
export const attentionQuery = queryOptions({
  queryKey: agentKeys.attention,
  queryFn: ({ signal }): Promise<AttentionCounts | null> =>
    call(attention.read, {}, signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }),
})

/** The first few of those over a bound, the fullest disk before the others; read only where there are some. */
export const overBoundQuery = queryOptions({
  queryKey: [...agentKeys.attention, 'over bound'],
  queryFn: async ({ signal }) => {
    const query = { critical: 'true', sort: 'disk', page: 1, pageSize: NAMED_MAX } as const
    const found = await call(agents.list, { query }, signal)
    return found.agents
  },
})

/** The kinds of trouble whose agents are named. */
export type Named = 'quarantined' | 'offline' | 'degraded'

/** The first few agents of a status, those that were seen last before the others; read only where there are some. */
export const namedQuery = (status: Named) =>
  queryOptions({
    queryKey: [...agentKeys.attention, 'named', status],
    queryFn: async ({ signal }) => {
      const query = { status, sort: 'lastSeen', page: 1, pageSize: NAMED_MAX } as const
      const found = await call(agents.list, { query }, signal)
      return found.agents
    },
  })

/** What is read to say what needs attention; administrators are told of the installation beside. */
export const attentionQueries = () =>
  isAdmin(readSession()?.user) ? [attentionQuery, backupsQuery, installationQuery] : [attentionQuery]
