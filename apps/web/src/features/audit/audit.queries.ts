import { audit } from '@atalaya/contract/audit'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { type AuditSearch, startOfDay } from '#web/features/audit/audit-search.ts'
import { call } from '#web/lib/api.ts'

const PAGE_SIZE = 50

/** The record from the newest entry back, page by page; read anew whenever the screen opens. */
export const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', search],
    queryFn: ({ pageParam, signal }) => {
      const { query, action, about, who, from, to } = search
      const filter = { query, action, about, userId: who, from: startOfDay(from), to: startOfDay(to, 1) }
      return call(audit.list, { query: { limit: PAGE_SIZE, before: pageParam, ...filter } }, signal)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
