import type { Batch } from '@atalaya/contract/commands'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ListFooter } from '#web/components/list-footer.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { BatchFilter } from '#web/features/agents/commands/batch-filter.tsx'
import { CommandRow } from '#web/features/agents/commands/command-row.tsx'
import { endedCount, isOver, summary } from '#web/features/agents/commands/command-status.ts'
import { type BatchPart, batchQuery } from '#web/features/agents/commands/commands.queries.ts'
import { usePagedQuery } from '#web/lib/calls/use-paged-query.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { plural } from '#web/lib/plural.ts'

/** Maximum number of commands without a filter by state. */
const UNFILTERED_MAX = 10

type BatchResultsProps = {
  batchId: string
  /** Closes the panel; absent on the batch's own page. */
  onClose?: () => void
}

/** Live results of a batch, one row per agent. */
export function BatchResults({ batchId, onClose }: BatchResultsProps) {
  const [part, setPart] = useState<BatchPart>({ page: 1, status: undefined })
  const { data, isOld, isError } = usePagedQuery(batchQuery(batchId, part))
  const pages = isOld ? part.page : (data?.pagination.pages ?? 1)
  // The last page can become empty while shown, as commands leave the filtered state.
  if (part.page > pages) setPart({ ...part, page: pages })
  const isLong = data !== undefined && data.batch.total > UNFILTERED_MAX
  return (
    <Card aria-label="Command results" className="overflow-hidden">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
        <div className="flex items-center gap-3">
          <h2 className="max-w-40 shrink-0 truncate font-semibold text-base">
            {onClose ? (
              <Link to={`/activity/${batchId}`} className="rounded-sm hover:underline">
                {data?.batch.command ?? 'Sent'}
              </Link>
            ) : (
              (data?.batch.command ?? 'Sent')
            )}
          </h2>
          <p role="status" className="min-w-0 flex-1 text-muted-foreground text-sm">
            {data ? progressText(data.batch) : 'Loading...'}
          </p>
          {onClose && (
            <Button variant="ghost" size="icon-sm" aria-label="Close results" onClick={onClose}>
              <X aria-hidden />
            </Button>
          )}
        </div>
        <ProgressBar batch={data?.batch} />
        {data?.batch.leftOut.map(({ reason, count }) => (
          <p key={reason} className="text-muted-foreground text-sm">
            {leftOutText(count, reason)}
          </p>
        ))}
      </div>
      {isLong && (
        <BatchFilter batch={data.batch} status={part.status} onChange={(status) => setPart({ page: 1, status })} />
      )}
      {/* Key: mounts the list again for each page, so that it starts at its top. */}
      <ul
        key={`${part.status} ${part.page}`}
        className={cn('divide-y overflow-y-auto border-t', onClose && 'max-h-64')}
      >
        {data?.commands.map((command) => (
          <CommandRow
            key={command.commandId}
            command={command}
            title={command.agentName ?? command.agentId}
            to={`/agents/${command.agentId}`}
            isBrief={data.batch.total > 1}
          />
        ))}
        {data?.commands.length === 0 && <li className="px-4 py-3 text-muted-foreground text-sm">None any more.</li>}
      </ul>
      {data && data.pagination.pages > 1 && (
        <div className="border-t px-4 py-2">
          <ListFooter
            page={part.page}
            total={data.pagination.total}
            pages={data.pagination.pages}
            isLoading={isOld}
            hasFailed={isError}
            onChange={({ page = 1 }) => setPart({ ...part, page })}
          />
        </div>
      )}
    </Card>
  )
}

const leftOutText = (count: number, reason: string) =>
  `${plural(count, { one: '# agent was', other: '# agents were' })} left out: ${reason}`

function progressText(batch: Batch): string {
  const done = isOver(batch) ? 'Done' : `${endedCount(batch)} of ${batch.total} done`
  return `${done}: ${summary(batch)}`
}

function ProgressBar({ batch }: { batch: Batch | undefined }) {
  const widthOf = (count: number) => `${batch?.total ? (count / batch.total) * 100 : 0}%`
  const good = batch?.counts.succeeded ?? 0
  const unclear = (batch?.counts.unknown ?? 0) + (batch?.counts.cancelled ?? 0)
  const ended = batch ? endedCount(batch) : 0
  return (
    <div className="flex h-1.5 overflow-hidden rounded-full bg-muted" aria-hidden>
      <span className="bg-success transition-[width] duration-300" style={{ width: widthOf(good) }} />
      <span className="bg-warning transition-[width] duration-300" style={{ width: widthOf(unclear) }} />
      <span
        className="bg-destructive transition-[width] duration-300"
        style={{ width: widthOf(ended - good - unclear) }}
      />
    </div>
  )
}
