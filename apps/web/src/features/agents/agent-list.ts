import type { Agent, agents, Pagination } from '@atalaya/contract/agents'
import type { Data } from '@atalaya/contract/route'
import { DEFAULT_PAGE_SIZE, pageCount } from '#web/lib/calls/paging.ts'

/** Row of a list: `id` is its `agentId`. */
export type AgentRow = Agent & { id: string }

export type AgentList = {
  items: AgentRow[]
  total: number
  page: number
  pageSize: number
  pages: number
  isPartial: boolean
}

/** Answer as in the contract; a server other than ours may leave out parts of the pagination. */
export type AgentListBody = Pick<Data<typeof agents.list>, 'agents' | 'isPartial'> & {
  pagination?: Partial<Pagination>
}

/** Fills in missing fields from the request. */
export function toAgentList(body: AgentListBody, requested: { page: number; pageSize: number }): AgentList {
  const { total, current, pageSize: size } = body.pagination ?? {}
  const items = body.agents.map((agent) => ({ ...agent, id: agent.agentId }))
  const pageSize = size ?? requested.pageSize ?? DEFAULT_PAGE_SIZE
  const all = total ?? items.length
  return {
    items,
    total: all,
    page: current ?? requested.page,
    pageSize,
    pages: pageCount(all, pageSize),
    isPartial: body.isPartial ?? false,
  }
}
