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

const KINDS: Record<ActivityKind, { label: string; emptyTitle: string; emptyText: string }> = {
  mine: {
    label: 'Sent by you',
    emptyTitle: 'Nothing sent yet',
    emptyText: 'Commands that you send to agents are listed here, with their results.',
  },
  open: { label: 'Under way', emptyTitle: 'Nothing under way', emptyText: 'No command runs or waits for its agent.' },
  wrong: {
    label: 'Went wrong',
    emptyTitle: 'Nothing went wrong',
    emptyText: 'No command has failed within the last day.',
  },
}
const SHOWN_KINDS = Object.keys(KINDS) as ActivityKind[]

/** List of batches; its filter is in the URL. */
export function ActivityPage() {
  const [params, setParams] = useSearchParams()
  const { show, page } = readActivity(params)
  const userId = useSession()?.user?._id
  const { data, isPending, isOld, isError, refetch } = usePagedQuery(activityQuery(show, page, ACTIVITY_SHOWN))
  const goTo = ({ page: newPage = 1 }: { page?: number }, options?: { replace: boolean }) =>
    setParams((oldParams) => {
      const next = new URLSearchParams(oldParams)
      if (newPage === 1) next.delete('page')
      else next.set('page', String(newPage))
      return next
    }, options)
  useLastPage({ page, pages: data?.pagination.pages, isOld }, (lastPage) => goTo(lastPage, { replace: true }))
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
        <EmptyState icon={History} title={KINDS[show].emptyTitle}>
          {KINDS[show].emptyText}
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
              onChange={(change) => goTo(change)}
            />
          )}
        </>
      )}
    </div>
  )
}
