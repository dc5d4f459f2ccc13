import type { Selector } from '@atalaya/contract/selector'
import type { AgentFilter } from './agent-filter.repo.ts'

/** What a selector asks of agents, as they are found; `ownerId` null: among all. */
export function filterOf({ agentIds, tags, match, without }: Selector, ownerId: string | null): AgentFilter {
  const isAll = match === 'all'
  return {
    ...{ ownerId: ownerId ?? undefined, ids: agentIds, withoutTags: without },
    ...{ tags: isAll ? undefined : tags, allTags: isAll ? tags : undefined },
  }
}
