import type { ListLook } from '@atalaya/contract/preferences'
import { agentListQuery } from '#web/features/agents/agents.queries.ts'
import { readList } from '#web/features/agents/list/listing-address.ts'

/** The administrators' table at an address. */
export const fleetListQuery = (params: URLSearchParams) => agentListQuery(readList(params))

/** Fills rows of one, two, three and four cards. */
const CARDS_PER_PAGE = 12

const ROWS_PER_PAGE = 50

/** One's own agents at an address, as cards or as rows. */
export const ownListQuery = (params: URLSearchParams, look: ListLook) => {
  const pageSize = look.as === 'rows' ? ROWS_PER_PAGE : CARDS_PER_PAGE
  return agentListQuery({ ...readList(params), pageSize, owner: 'me' })
}
