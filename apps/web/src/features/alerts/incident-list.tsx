import { useQuery } from '@tanstack/react-query'
import { BellRing, CircleCheck, History, Hourglass } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ListFooter } from '#web/components/list-footer.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { alertCountsQuery, type IncidentState, incidentsQuery } from '#web/features/alerts/alerts.queries.ts'
import { withPage } from '#web/features/alerts/alerts-address.ts'
import { IncidentRow } from '#web/features/alerts/incident-row.tsx'
import { readPaging } from '#web/lib/calls/paging.ts'
import { useLastPage, usePagedQuery } from '#web/lib/calls/use-paged-query.ts'

export const PAGE_SIZE = 20
const EMPTY_TEXTS = {
  firing: {
    icon: CircleCheck,
    title: 'No firing alerts',
    explanation: 'A firing alert stays here until it is over.',
  },
  ended: {
    icon: History,
    title: 'Nothing has fired yet',
    explanation: 'Alerts that are over stay here for thirty days.',
  },
  unjudged: {
    icon: Hourglass,
    title: 'Nothing has been judged yet',
    explanation: 'A rule fires at the earliest when it has been on for its time.',
  },
}
/** Refetch interval of the counts until all rules could have fired: no live event reports that. */
const UNJUDGED_REFETCH_MS = 15_000

type Counts = { watching: number; judged: number } | null | undefined
/** True while some rules are too new to have fired. */
const hasNewRules = (counts: Counts) => Boolean(counts && counts.judged < counts.watching)

/** Empty list. Says if some rules are too new to have fired: then no alert does not mean that all is well. */
function NoIncidents({ state }: { state: IncidentState }) {
  const { data } = useQuery({
    ...alertCountsQuery,
    refetchInterval: (query) => hasNewRules(query.state.data) && UNJUDGED_REFETCH_MS,
  })
  const isPartlyJudged = state === 'firing' && data && hasNewRules(data)
  const { icon, title, explanation } = EMPTY_TEXTS[isPartlyJudged && data.judged === 0 ? 'unjudged' : state]
  return (
    <EmptyState icon={icon} title={title}>
      {isPartlyJudged && data.judged > 0
        ? `${data.judged} of ${data.watching} rules ${data.judged === 1 ? 'has' : 'have'} been judged so far.`
        : explanation}
    </EmptyState>
  )
}

/** Firing incidents, worst first; or the history, newest first. */
export function IncidentList({ state }: { state: IncidentState }) {
  const [params, setParams] = useSearchParams()
  const { page } = readPaging(params)
  const { data, isPending, isOld, isError, refetch } = usePagedQuery(incidentsQuery(state, page, PAGE_SIZE))
  useLastPage({ page, pages: data?.pagination.pages, isOld }, ({ page: last }) =>
    setParams((oldParams) => withPage(oldParams, last), { replace: true }),
  )
  if (isPending && !data) return <Skeleton className="h-48 rounded-xl" />
  if (!data) {
    return (
      <EmptyState
        icon={BellRing}
        title="Alerts could not be loaded."
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    )
  }
  const { incidents, pagination } = data
  if (incidents.length === 0 && page === 1) return <NoIncidents state={state} />
  return (
    <>
      <Card className="overflow-hidden" aria-label={state === 'firing' ? 'Firing' : 'History'} aria-busy={isOld}>
        <ul className="divide-y">
          {incidents.map((incident) => (
            <IncidentRow key={incident._id} incident={incident} />
          ))}
        </ul>
      </Card>
      {pagination.pages > 1 && (
        <ListFooter
          page={page}
          total={pagination.total}
          pages={pagination.pages}
          isLoading={isOld}
          hasFailed={isError}
          onChange={({ page: next = 1 }) => setParams((oldParams) => withPage(oldParams, next))}
        />
      )}
    </>
  )
}
