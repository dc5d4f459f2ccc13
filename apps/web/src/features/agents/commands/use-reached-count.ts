import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentList } from '#web/features/agents/agent-list.ts'
import { agentKeys } from '#web/features/agents/agent-query-keys.ts'
import { type Destination, isOpenEnded, type ReachedCount } from '#web/features/agents/commands/destination.ts'
import { reachedCountQuery } from '#web/lib/agent-reach.ts'

/** Number of agents that a destination reaches; undefined while loading, or if unknown. */
export function useReachedCount(destination: Destination): ReachedCount | undefined {
  const client = useQueryClient()
  const result = useQuery({
    ...reachedCountQuery(filterOf(destination)),
    enabled: isOpenEnded(destination),
  })
  if (isOpenEnded(destination)) return result.data
  if (destination.kind === 'one') {
    const { isOnline, status } = destination.agent
    return { total: 1, online: isOnline ? 1 : 0, isNew: status === 'pending' }
  }

  // Selected rows were on a loaded page, and live events keep those pages up to date.
  const selectedIds = new Set(destination.ids)
  const onlineById = new Map<string, boolean>()
  for (const [, list] of client.getQueriesData<AgentList>({ queryKey: agentKeys.lists })) {
    for (const { id, isOnline } of list?.items ?? []) if (selectedIds.has(id)) onlineById.set(id, isOnline)
  }
  const online = [...onlineById.values()].filter(Boolean).length
  return { total: selectedIds.size, online: onlineById.size === selectedIds.size ? online : undefined }
}

function filterOf(destination: Destination) {
  if (destination.kind === 'matches') return destination.matches.listed
  return destination.kind === 'tag' ? { tag: destination.tag } : {}
}
