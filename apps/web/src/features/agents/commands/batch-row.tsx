import type { Batch } from '@atalaya/contract/commands'
import { Link } from 'react-router'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { StatusBadge } from '#web/components/status-badge.tsx'
import { destinationText } from '#web/features/agents/commands/batches.ts'
import { outcomeOf } from '#web/features/agents/commands/command-status.ts'
import { OutcomeBar } from '#web/features/agents/commands/outcome-bar.tsx'

type BatchRowProps = {
  batch: Batch
  /** False for another user's batch, which shows the sender's name. */
  isOwn: boolean
  onOpen?: () => void
}

/** One batch: command, destination, time and state; links to its results. */
export function BatchRow({ batch, isOwn, onOpen }: BatchRowProps) {
  const { label, tone, sign, isLive } = outcomeOf(batch)
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-accent">
      <div className="grid min-w-40 flex-1">
        <Link
          to={`/activity/${batch.batchId}`}
          onClick={onOpen}
          className="truncate font-medium after:absolute after:inset-0"
        >
          {batch.command}
        </Link>
        <span className="truncate text-muted-foreground text-xs">
          {destinationText(batch)}
          {!isOwn && ` · by ${batch.requestedBy?.username ?? 'a removed account'}`}
          {' · '}
          <RelativeTime at={batch.createdAt} fallback="" />
        </span>
        <OutcomeBar batch={batch} />
      </div>
      <StatusBadge tone={tone} sign={sign} isLive={isLive}>
        {label}
      </StatusBadge>
    </li>
  )
}
