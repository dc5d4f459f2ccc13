import { type Agent, agents } from '@atalaya/contract/agents'
import type { Page } from '@atalaya/contract/dashboard'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AgentSummary, isOwnedBy, isRunning } from '#web/app/home/agent-summary.ts'
import { agentStatsQuery } from '#web/features/agents/agents.queries.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { call } from '#web/lib/api.ts'
import { withDefault } from '#web/lib/api-error.ts'
import { readSession, useSession } from '#web/lib/session.ts'

const ownKey = (userId: string) => ['agents', 'of', userId]

/** The agents of an account: the list call's answer for a user's id. */
export const agentsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: ownKey(userId),
    queryFn: async ({ signal }): Promise<Agent[]> => {
      const sent = call(agents.get, { params: { id: userId } }, signal)
      const found = await withDefault(sent, 'Could not retrieve agent information')
      return 'agents' in found ? found.agents : [found.agent]
    },
  })

/** Home says by itself what it could not read, so nothing is toasted. */
const fleetQuery = { ...agentStatsQuery, meta: {} }

export const pageCountQuery = { ...pagesQuery, select: (pages: Page[]) => pages.length }

/** What Home reads; a route's prefetch. */
export function homeQueries() {
  const userId = readSession()?.user?._id
  return userId ? [agentsOfQuery(userId), fleetQuery, pagesQuery] : []
}

/** The own agents after a live event; the same list where it does not concern them. */
export function ownAgentUpdated(own: Agent[], agent: Agent): Agent[] {
  return own.some((known) => known._id === agent._id)
    ? own.map((known) => (known._id === agent._id ? agent : known))
    : own
}

export function useOwnAgents() {
  const user = useSession()?.user
  return useQuery({
    ...agentsOfQuery(user?._id ?? ''),
    enabled: Boolean(user),
    select: (found) => (user ? found.filter((agent) => isOwnedBy(agent, user)) : []),
  })
}

export function useAgentSummary(): AgentSummary {
  const own = useOwnAgents()
  const fleet = useQuery(fleetQuery)
  return {
    owned: own.data?.length ?? null,
    runningOwned: own.data?.filter(isRunning).length ?? null,
    online: fleet.data?.agentsOnline ?? null,
    total: fleet.data?.agentsTotal ?? null,
    // Without an account there is nobody whose agents could be read: not pending for ever.
    loading: own.isLoading || fleet.isLoading,
    error: own.error && (own.error.message || 'Unknown error'),
  }
}
