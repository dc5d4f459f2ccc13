import { type AuditAction, audit } from '@atalaya/contract/audit'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'

const PAGE_SIZE = 50

/** The record from the newest entry back, page by page; read anew whenever the screen opens. */
export const auditQuery = (action: AuditAction | undefined) =>
  infiniteQueryOptions({
    queryKey: ['audit', action ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(audit.list, { query: { limit: PAGE_SIZE, before: pageParam, action } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
