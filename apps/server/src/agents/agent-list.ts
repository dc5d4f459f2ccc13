import type { AgentListing } from '@atalaya/contract/agent-listing'
import { agent, type Pagination } from '@atalaya/contract/agents'
import type { FindRecent } from '#server/db/read-cache.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor } from '#server/domain/actors.ts'
import { writerOf } from '#server/http/schemas.ts'
import type { AgentFilter } from './agent-filter.repo.ts'
import type { Part } from './agent-list.repo.ts'
import { orderOf } from './agent-order.repo.ts'
import { createAgentPieces } from './agent-pieces.ts'
import { toAgent } from './agent-row.ts'
import { hasTrigram, SHORT_TERM_SEARCHED_MAX } from './agent-search.repo.ts'
import type { AgentsRepo } from './agents.repo.ts'
import type { ClearHiddenBehind } from './clear-hidden-behind.ts'
import type { FindOutdated } from './find-outdated.ts'
import { visibleAgents } from './visible-agents.ts'

/** Tables that lists are read from. */
export const LIST_TABLES: (keyof Schema)[] = ['agents', 'agent_numbers', 'users']
/** Maximum of cached lists, of up to 100 agents each: some 5 MB. */
export const LISTS_CACHED_MAX = 100

type Needs = {
  repo: Pick<AgentsRepo, 'list' | 'cursorOf'>
  count(which: AgentFilter): Promise<number>
  get(actor: Actor, id: string): Promise<unknown>
  findOutdated: FindOutdated
  clearHiddenBehind: ClearHiddenBehind
  findRecent: FindRecent<ListAnswer>
  now: () => number
}
type Listing = AgentListing & { after?: string | undefined; page: number; pageSize: number }
/** `pieces` are the agents as JSON. `isPartial`: a short term was searched among the newest agents only. */
export type ListAnswer = { pieces: string[]; pagination: Pagination; isPartial?: true }

/** Filter of a listing, limited to agents that the caller may see. Null if they asked only for agents of others. */
export async function filterOf(actor: Actor, listing: AgentListing, findOutdated: FindOutdated) {
  const { owner, ownerId: ownerIds, trouble, critical, outdated, ...rest } = listing
  const visible = visibleAgents(actor)
  const onlyOwner = owner === 'me' ? actor.userId : visible.ownerId
  if (ownerIds && onlyOwner !== undefined && !ownerIds.includes(onlyOwner)) return null
  const [first, ...others] = ownerIds ?? []
  const { query, status, tag: tags, system: systems, version: versions } = rest
  return {
    ownerId: onlyOwner ?? (others.length === 0 ? first : undefined),
    within: visible.within,
    ownerIds: onlyOwner === undefined && others.length > 0 ? ownerIds : undefined,
    query: query || undefined,
    status,
    tags,
    systems,
    versions,
    trouble: critical ? 'critical' : trouble && 'any',
    versionKeys: outdated && (await findOutdated()),
  } satisfies AgentFilter
}

/** Lists agents page by page. Reads a page again only after a change, and serialises only changed agents again. */
export function createAgentList({ repo, count, get, findOutdated, clearHiddenBehind, findRecent, now }: Needs) {
  const pieceOf = createAgentPieces(now)

  /** JSON of agents. Uses cached JSON unless the credential selects agents: the cache holds the owner's view. */
  async function serialize(actor: Actor, stored: string[]): Promise<string[]> {
    if (!actor.credential?.selector) return stored.map(pieceOf)
    const agents = stored.map((text) => toAgent(text, now()))
    return (await clearHiddenBehind(actor, agents)).map(writerOf(agent))
  }

  async function read(
    actor: Actor,
    { after, page, pageSize, sort, order: direction, ...listing }: Listing,
  ): Promise<ListAnswer> {
    const filter = await filterOf(actor, listing, findOutdated)
    const order = orderOf({ sort, order: direction })
    if (after !== undefined) await get(actor, after)
    const startAfter = after === undefined ? undefined : await repo.cursorOf(after, order)
    if (!filter || (after !== undefined && !startAfter)) return emptyList(page, pageSize)
    const total = await count(filter)
    const part: Part = { limit: pageSize, offset: startAfter ? 0 : (page - 1) * pageSize, total, order, startAfter }
    const stored = await repo.list(filter, part)
    const pages = Math.max(1, Math.ceil(total / pageSize))
    const { query } = listing
    const isPartial =
      !!query && !hasTrigram(query) && (await count({ ...filter, query: undefined })) > SHORT_TERM_SEARCHED_MAX
    const pagination = { total, current: page, pages, pageSize }
    return { pieces: await serialize(actor, stored), pagination, ...(isPartial && { isPartial }) }
  }

  return (actor: Actor, listing: Listing): Promise<ListAnswer> =>
    findRecent(JSON.stringify([actor.role, actor.userId, actor.credential?.selector, listing]), () =>
      read(actor, listing),
    )
}

const emptyList = (current: number, pageSize: number): ListAnswer => ({
  pieces: [],
  pagination: { total: 0, current, pages: 1, pageSize },
})
