import type { Selector } from '@atalaya/contract/selector'
import type { AgentFilter } from './agent-filter.repo.ts'

/** Filter for a selector, among the agents of one owner; of all owners if `ownerId` is null. */
export function filterOfSelector({ agentIds, tags, match, without }: Selector, ownerId: string | null): AgentFilter {
  const isAll = match === 'all'
  return {
    ownerId: ownerId ?? undefined,
    ids: agentIds,
    withoutTags: without,
    tags: isAll ? undefined : tags,
    allTags: isAll ? tags : undefined,
  }
}
