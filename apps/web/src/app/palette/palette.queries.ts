import { agents } from '@atalaya/contract/agents'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

const AGENTS_SHOWN = 8

/** Agents for typed text, searched on the server: a fleet can be larger than a list. */
export const paletteAgentsQuery = (search: string) =>
  queryOptions({
    queryKey: ['palette', 'agents', search],
    queryFn: async ({ signal }) => {
      const query = { query: search || undefined, page: 1, pageSize: AGENTS_SHOWN }
      return (await call(agents.list, { query }, signal)).agents
    },
    placeholderData: keepPreviousData,
  })
