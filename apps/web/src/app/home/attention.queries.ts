import { type AttentionCounts, attention } from '@atalaya/contract/attention'
import { queryOptions } from '@tanstack/react-query'
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

/** What is read to say what needs attention; administrators are told of the installation beside. */
export const attentionQueries = () =>
  isAdmin(readSession()?.user) ? [attentionQuery, backupsQuery, installationQuery] : [attentionQuery]
