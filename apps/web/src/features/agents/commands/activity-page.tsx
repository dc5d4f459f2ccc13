import type { ActivityKind } from '@atalaya/contract/commands'
import { History } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ListFooter } from '#web/components/list-footer.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { BatchRow } from '#web/features/agents/commands/batch-row.tsx'
import { ACTIVITY_SHOWN, liveFirst, readActivity } from '#web/features/agents/commands/batches.ts'
import { activityQuery } from '#web/features/agents/commands/commands.queries.ts'
import { RequestedBatch } from '#web/features/agents/commands/requested-batch.tsx'
import { useLastPage, usePagedQuery } from '#web/lib/calls/use-paged-query.ts'
import { useSession } from '#web/lib/session/session.ts'

const KINDS: Record<ActivityKind, { label: string; none: string; explanation: string }> = {
  mine: {
    label: 'Sent by you',
    none: 'Nothing sent yet',
    explanation: 'Commands that you send to agents are listed here, with their results.',
  },
  open: { label: 'Under way', none: 'Nothing under way', explanation: 'No command runs or waits for its agent.' },
  wrong: { label: 'Went wrong', none: 'Nothing went wrong', explanation: 'No command has failed within the last day.' },
}
const SHOWN_KINDS = Object.keys(KINDS) as ActivityKind[]

/** List of batches; its filter is in the address. */
export function ActivityPage() {
  const [params, setParams] = useSearchParams()
  const { show, page } = readActivity(params)
  const userId = useSession()?.user?._id
  const { data, isPending, isOld, isError, refetch } = usePagedQuery(activityQuery(show, page, ACTIVITY_SHOWN))
  const goTo = ({ page: to = 1 }: { page?: number }, options?: { replace: boolean }) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (to === 1) next.delete('page')
      else next.set('page', String(to))
      return next
    }, options)
  useLastPage({ page, pages: data?.pagination.pages, isOld }, (to) => goTo(to, { replace: true }))
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <nav aria-label="Which commands" className="flex gap-2 overflow-x-auto">
        {SHOWN_KINDS.map((kind) => (
          <Button key={kind} variant={kind === show ? 'secondary' : 'ghost'} size="sm" asChild>
            <Link
              to={kind === 'mine' ? '/activity' : `/activity?show=${kind}`}
              aria-current={kind === show ? 'page' : undefined}
            >
              {KINDS[kind].label}
            </Link>
          </Button>
        ))}
      </nav>
      <RequestedBatch />
      {isPending && <Skeleton className="h-48 rounded-xl" />}
      {isError && !data && (
        <EmptyState
          icon={History}
          title="The list of commands could not be loaded."
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
      {data && data.batches.length === 0 && data.pagination.total === 0 && (
        <EmptyState icon={History} title={KINDS[show].none}>
          {KINDS[show].explanation}
        </EmptyState>
      )}
      {data && data.batches.length > 0 && (
        <>
          <Card className="overflow-hidden" aria-label={KINDS[show].label} aria-busy={isOld}>
            <ul className="divide-y">
              {liveFirst(data.batches).map((batch) => (
                <BatchRow key={batch.batchId} batch={batch} isOwn={batch.requestedBy?._id === userId} />
              ))}
            </ul>
          </Card>
          {data.pagination.pages > 1 && (
            <ListFooter
              page={page}
              total={data.pagination.total}
              pages={data.pagination.pages}
              isLoading={isOld}
              hasFailed={isError}
              onChange={(to) => goTo(to)}
            />
          )}
        </>
      )}
    </div>
  )
}
