import { type Agent, agents } from '@atalaya/contract/agents'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AgentSummary, isOwnedBy, isRunning } from '#web/app/home/agent-summary.ts'
import { agentStatsQuery } from '#web/features/agents/agents.queries.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { call } from '#web/lib/calls/api.ts'
import { withDefault } from '#web/lib/calls/api-error.ts'
import { readSession, useSession } from '#web/lib/session/session.ts'

/** The person's agents, at most the newest thousand, with the total number. */
type OwnAgents = { agents: Agent[]; total: number; online: number }

const toOwnAgents = (agents: Agent[]): OwnAgents => ({
  agents,
  total: agents.length,
  online: agents.filter(isRunning).length,
})

const ownKey = (userId: string) => ['agents', 'of', userId]

/** Agents of an account: `agents.get` answers a user's id with all agents of that user. */
export const agentsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: ownKey(userId),
    queryFn: async ({ signal }): Promise<OwnAgents> => {
      const request = call(agents.get, { params: { id: userId } }, signal)
      const answer = await withDefault(request, 'Could not retrieve agent information')
      if ('agent' in answer) return toOwnAgents([answer.agent])
      return { ...toOwnAgents(answer.agents), ...answer }
    },
  })

/** Query without a toast: after a failed read Home leaves out the fleet's numbers. */
const fleetQuery = { ...agentStatsQuery, meta: {} }

/** Queries of Home, for the route's prefetch. */
export function homeQueries() {
  const userId = readSession()?.user?._id
  return userId ? [agentsOfQuery(userId), fleetQuery, pagesQuery] : []
}

/** Own agents after a live event; unchanged if it is about others. */
export function withUpdatedAgent(ownAgents: OwnAgents, agent: Agent): OwnAgents {
  const before = ownAgents.agents.find((known) => known._id === agent._id)
  if (!before) return ownAgents
  const agents = ownAgents.agents.map((known) => (known === before ? agent : known))
  return { ...ownAgents, agents, online: ownAgents.online + Number(isRunning(agent)) - Number(isRunning(before)) }
}

/** Agents of the person. The specification counts only those whose fields name the person (`isOwnedBy`). */
export function useOwnAgents() {
  const user = useSession()?.user
  return useQuery({
    ...agentsOfQuery(user?._id ?? ''),
    enabled: Boolean(user),
    select: (found) => {
      const agents = found.agents.filter((agent) => user && isOwnedBy(agent, user))
      return agents.length === found.agents.length ? found : toOwnAgents(agents)
    },
  })
}

export function useAgentSummary(): AgentSummary {
  const ownAgents = useOwnAgents()
  const fleet = useQuery(fleetQuery)
  return {
    owned: ownAgents.data?.total ?? null,
    runningOwned: ownAgents.data?.online ?? null,
    online: fleet.data?.agentsOnline ?? null,
    total: fleet.data?.agentsTotal ?? null,
    // Without an account the query never runs; it must not count as pending.
    isLoading: ownAgents.isLoading || fleet.isLoading,
    error: ownAgents.error && (ownAgents.error.message || 'Unknown error'),
  }
}
