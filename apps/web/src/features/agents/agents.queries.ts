import { type AgentRecord, agents, type NewAgent } from '@atalaya/contract/agents'
import { installation } from '@atalaya/contract/installation'
import type { Args } from '@atalaya/contract/route'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { RECORDS_SHOWN } from '#web/features/agents/agent-cache.ts'
import { type AgentList, type AgentListBody, toAgentList } from '#web/features/agents/agent-list.ts'
import { agentKeys } from '#web/features/agents/agent-query-keys.ts'
import type { Listing } from '#web/features/agents/list/listing.ts'
import { call } from '#web/lib/calls/api.ts'
import { withDefault } from '#web/lib/calls/api-error.ts'
import type { Paging } from '#web/lib/calls/paging.ts'

type ListInput = Paging & Listing & { query?: string; owner?: 'me' }

/** Refetch interval of a sorted list: as often as the server stores new numbers, which may change the order. */
const NUMBERS_EVERY_MS = 30_000

export const agentListQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...agentKeys.lists, input],
    queryFn: async ({ signal }): Promise<AgentList> => {
      const query = { ...input, query: input.query || undefined }
      const request = call(agents.list, { query }, signal)
      const body: AgentListBody = await withDefault(request, 'No se pudo obtener la lista de agentes')
      return toAgentList(body, input)
    },
    refetchInterval: input.sort ? NUMBERS_EVERY_MS : false,
    retry: false,
    meta: { error: 'Error on loading agents list' },
  })

export const agentStatsQuery = queryOptions({
  queryKey: agentKeys.stats,
  queryFn: ({ signal }) => withDefault(call(agents.stats, {}, signal), 'No se pudieron obtener las estadísticas'),
  retry: false,
  meta: { error: 'Error on loading agents stats' },
})

/** One agent by its id. For a user's id the route returns an array, which this page does not show. */
export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: agentKeys.agent(id),
    queryFn: async ({ signal }) => {
      const found = await withDefault(call(agents.get, { params: { id } }, signal), 'Cant get agents for user')
      return 'agent' in found ? found.agent : null
    },
  })

/** URL of the server in the local network, for a page opened at a loopback address. Null if there is none. */
export const addressQuery = queryOptions({
  queryKey: ['address'],
  queryFn: async ({ signal }) => (await call(installation.address, {}, signal)).url,
  retry: false,
})

/** Fetched once, when first shown; live events keep it up to date. */
export const agentRecordsQuery = (id: string) =>
  queryOptions({
    queryKey: agentKeys.records(id),
    queryFn: async ({ signal }): Promise<AgentRecord[]> => {
      const request = call(agents.records, { params: { id }, query: { page: 1, pageSize: RECORDS_SHOWN } }, signal)
      return (await withDefault(request, 'No se pudieron obtener los datos del agente')).records
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { error: 'Failed to load data' },
  })

/** Full record, fetched on demand: the list omits contents that are too large. */
export const recordQuery = ({ agentId, _id: recordId }: AgentRecord) =>
  queryOptions({
    queryKey: agentKeys.record(agentId, recordId),
    queryFn: async ({ signal }) => {
      const request = call(agents.record, { params: { id: agentId, recordId } }, signal)
      return (await withDefault(request, 'No se pudieron obtener los datos del agente')).record
    },
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { error: 'Failed to load data' },
  })

export const registerAgent = mutationOptions({
  mutationFn: (body: NewAgent) => withDefault(call(agents.register, { body }), 'No se pudo registrar el agente'),
  meta: { error: false, refresh: agentKeys.all },
})

type Edit = { id: string; patch: unknown }

export const editAgent = mutationOptions({
  mutationFn: ({ id, patch }: Edit) => {
    // Sent unchecked: the server validates the patch and explains its errors.
    const body = patch as Args<typeof agents.edit>['body']
    return withDefault(call(agents.edit, { params: { id }, body }), 'No se pudo actualizar el agente')
  },
  meta: { success: 'Agent updated', error: 'Failed to update agent', refresh: agentKeys.all },
})

export const renewAgentToken = mutationOptions({
  mutationFn: (id: string) => call(agents.renewToken, { params: { id } }),
  meta: { error: 'Failed to create a new token' },
})

export const releaseAgent = mutationOptions({
  mutationFn: (id: string) => call(agents.release, { params: { id } }),
  meta: { success: 'The agent may come back', error: 'Failed to let the agent in', refresh: agentKeys.all },
})

export const removeAgent = mutationOptions({
  mutationFn: (id: string) => call(agents.remove, { params: { id } }),
  meta: { success: 'Agent removed', error: 'Failed to remove agent', refresh: agentKeys.all },
})
