import { audit } from '@atalaya/contract/audit'
import type { Formats } from '@atalaya/format/formats'
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { type AuditSearch, startOfDay } from '#web/features/audit/audit-search.ts'
import { call } from '#web/lib/calls/api.ts'
import { saveTable } from '#web/lib/save-file.ts'

const PAGE_SIZE = 50

const filterOf = ({ query, action, about, who, from, to }: AuditSearch, zone: string | undefined) => ({
  query,
  action,
  about,
  userId: who,
  from: startOfDay(from, zone),
  // The last day counts as a whole: the server leaves out the instant itself.
  to: startOfDay(to, zone, { plusDays: 1 }),
})

/** Pages of the audit, newest first; refetched each time the screen opens. */
export const auditQuery = (search: AuditSearch, { zone }: Formats) => {
  const filter = filterOf(search, zone)
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(audit.list, { query: { limit: PAGE_SIZE, before: pageParam, ...filter } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

/** Takes the parameters of the list, but answers with text. */
const csvRoute = { ...audit.list, path: '/api/v1/audit.csv' } as const

/** Exports all entries that match, not only the loaded ones. */
export const saveAudit = mutationOptions({
  mutationFn: async ({ search, formats }: { search: AuditSearch; formats: Formats }) =>
    saveTable('audit', await call(csvRoute, { query: filterOf(search, formats.zone) })),
  meta: { error: 'Could not save the audit' },
})
