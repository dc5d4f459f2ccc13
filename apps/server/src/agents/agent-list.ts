import type { Agent, Pagination } from '@atalaya/contract/agents'
import type { FindRecent } from '#server/db/recent.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor } from '#server/domain/actors.ts'
import { createAgentPieces } from './agent-pieces.ts'
import { hasTrigram, SHORT_TERM_AGENTS } from './agent-search.repo.ts'
import type { AgentFilter, AgentsRepo } from './agents.repo.ts'

/** What lists are read from. */
export const LIST_TABLES: (keyof Schema)[] = ['agents', 'users']
/** So many lists are remembered, of up to 100 agents each: some 5 MB. */
export const LISTS_KEPT_MAX = 100

type Needs = {
  repo: Pick<AgentsRepo, 'list'>
  count(which: AgentFilter): Promise<number>
  get(actor: Actor, id: string): Promise<Agent>
  findRecent: FindRecent<Listed>
  now: () => number
}
type Listing = { query?: string; owner?: 'me'; after?: string; page: number; pageSize: number }
/** `pieces` are the agents as JSON. */
export type Listed = { pieces: string[]; pagination: Pagination; isPartial?: true }

/** The agents that somebody sees: their own, an administrator all. */
export const ownAgents = (actor: Actor): Pick<AgentFilter, 'ownerId'> =>
  actor.role === 'admin' ? {} : { ownerId: actor.userId }

/** Lists agents page by page: read anew only after a change of any, written anew only the ones that changed. */
export function createAgentList({ repo, count, get, findRecent, now }: Needs) {
  const pieceOf = createAgentPieces(now)

  async function read(actor: Actor, { query, owner, after, page, pageSize }: Listing): Promise<Listed> {
    const filter = { ...(owner === 'me' ? { ownerId: actor.userId } : ownAgents(actor)), query }
    const total = await count(filter)
    const behind = after === undefined ? undefined : await get(actor, after)
    const stored = await repo.list({ ...filter, behind }, pageSize, behind ? 0 : (page - 1) * pageSize, total)
    const pages = Math.max(1, Math.ceil(total / pageSize))
    const isPartial = !!query && !hasTrigram(query) && (await count({ ...filter, query: '' })) > SHORT_TERM_AGENTS
    const pagination = { total, current: page, pages, pageSize }
    return { pieces: stored.map(pieceOf), pagination, ...(isPartial && { isPartial }) }
  }

  return (actor: Actor, listing: Listing): Promise<Listed> =>
    findRecent(JSON.stringify([actor.role, actor.userId, listing]), () => read(actor, listing))
}
