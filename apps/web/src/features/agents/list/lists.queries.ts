import type { ListLook } from '@atalaya/contract/preferences'
import { agentListQuery } from '#web/features/agents/agents.queries.ts'
import { readList } from '#web/features/agents/list/listing-address.ts'

export const fleetListQuery = (params: URLSearchParams) => agentListQuery(readList(params))

/** Divisible by one, two, three and four columns of cards. */
const CARDS_PER_PAGE = 12

const ROWS_PER_PAGE = 50

/** The user's own agents, filtered by the URL; as cards or as rows. */
export const ownListQuery = (params: URLSearchParams, look: ListLook) => {
  const pageSize = look.as === 'rows' ? ROWS_PER_PAGE : CARDS_PER_PAGE
  return agentListQuery({ ...readList(params), pageSize, owner: 'me' })
}
