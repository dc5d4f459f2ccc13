import type { Agent, agents } from '@atalaya/contract/agents'
import type { Data } from '@atalaya/contract/route'
import { DEFAULT_PAGE_SIZE, pageCount } from '#web/features/agents/paging.ts'

/** A row of a list: `id` is `agentId` or, where a server sends none, `_id`. */
export type AgentRow = Agent & { id: string }

export type AgentList = {
  items: AgentRow[]
  total: number
  page: number
  pageSize: number
  pages: number
  isPartial: boolean
}

type Sent = Omit<Agent, 'agentId'> & { agentId?: string | undefined }
type FlatList = { items: Sent[]; total?: number; page?: number; pageSize?: number; isPartial?: boolean }
type NestedList = {
  agents: Sent[]
  isPartial?: boolean
  pagination?: { total?: number; current?: number; pages?: number; pageSize?: number }
}

/** Both shapes of the specification, section 3. */
export type AgentListBody = Data<typeof agents.list> | NestedList | FlatList

function toRow(agent: Sent): AgentRow {
  const id = agent.agentId ?? agent._id
  return { ...agent, agentId: id, id }
}

/** Reads either shape; what a body leaves out is taken from what was asked for. */
export function toAgentList(body: AgentListBody, asked: { page: number; pageSize: number }): AgentList {
  const [sent, total, page, size] =
    'items' in body
      ? [body.items, body.total, body.page, body.pageSize]
      : [body.agents, body.pagination?.total, body.pagination?.current, body.pagination?.pageSize]
  const items = sent.map(toRow)
  const pageSize = size ?? asked.pageSize ?? DEFAULT_PAGE_SIZE
  const all = total ?? items.length
  return {
    items,
    total: all,
    page: page ?? asked.page,
    pageSize,
    pages: pageCount(all, pageSize),
    isPartial: body.isPartial ?? false,
  }
}
