import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, History } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { BatchResults } from '#web/features/agents/commands/batch-results.tsx'
import { destinationText } from '#web/features/agents/commands/batches.ts'
import { batchQuery } from '#web/features/agents/commands/commands.queries.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { usePageName } from '#web/lib/looks/page-name.ts'

/** One batch of a command with its results; has a URL of its own. */
export function BatchPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(batchQuery(id, { page: 1, status: undefined }))
  const batch = data?.batch
  usePageName(batch?.command)
  if (!batch && error) return <Unreadable error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to="/activity"
        className="flex w-fit items-center gap-1.5 text-muted-foreground text-sm hover:text-foreground"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Activity
      </Link>
      <p className="min-h-lh text-muted-foreground">
        {batch && (
          <>
            Sent to {destinationText(batch)} by {batch.requestedBy?.username ?? 'a removed account'}{' '}
            <RelativeTime at={batch.createdAt} fallback="" />
          </>
        )}
      </p>
      <BatchResults batchId={id} />
    </div>
  )
}

function Unreadable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <EmptyState
      icon={History}
      title={isGone ? 'No such command' : 'The command could not be read'}
      action={
        isGone ? (
          <Button asChild>
            <Link to="/activity">Activity</Link>
          </Button>
        ) : (
          <Button variant="secondary" onClick={onRetry}>
            Try Again
          </Button>
        )
      }
    >
      {isGone ? 'It is older than what is kept, or it is not yours.' : error.message}
    </EmptyState>
  )
}
