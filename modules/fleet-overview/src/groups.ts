type CountedAgent = { isOnline: boolean; tags: readonly string[] }

/** Agents that bear one tag; an agent counts for each of its tags. */
export type Group = { tag: string; total: number; online: number }

export const onlineOf = (agents: readonly CountedAgent[]): number => agents.filter(({ isOnline }) => isOnline).length

/** Agents by tag: tags with offline agents first, then the largest. */
export function groupsOf(agents: readonly CountedAgent[]): Group[] {
  const groups = new Map<string, CountedAgent[]>()
  for (const agent of agents) {
    for (const tag of agent.tags) groups.set(tag, [...(groups.get(tag) ?? []), agent])
  }
  return [...groups]
    .map(([tag, members]) => ({ tag, total: members.length, online: onlineOf(members) }))
    .sort((a, b) => Number(isComplete(a)) - Number(isComplete(b)) || b.total - a.total || a.tag.localeCompare(b.tag))
}

export const isComplete = ({ total, online }: Group): boolean => online === total
