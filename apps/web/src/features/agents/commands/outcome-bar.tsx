import type { Batch, CommandStatus } from '@atalaya/contract/commands'
import type { Tone } from '#web/components/status-badge.tsx'
import { COMMAND_LOOKS, STATUS_ORDER, summary } from '#web/features/agents/commands/command-status.ts'

const COLORS: Record<Tone, string> = {
  success: 'bg-success',
  warning: 'bg-warning',
  destructive: 'bg-destructive',
  info: 'bg-info',
  neutral: 'bg-muted-foreground',
}

/** Bar of a batch's states, each with its share; only for several agents. */
export function OutcomeBar({ batch }: { batch: Batch }) {
  if (batch.total < 2) return null
  const shares = STATUS_ORDER.flatMap((status): [CommandStatus, number][] => {
    const count = batch.counts[status]
    return count ? [[status, count]] : []
  })
  return (
    <span
      role="img"
      aria-label={summary(batch)}
      title={summary(batch)}
      className="mt-1 flex h-1.5 w-full max-w-64 gap-px overflow-hidden rounded-full bg-muted"
    >
      {shares.map(([status, count]) => (
        <span key={status} className={COLORS[COMMAND_LOOKS[status].tone]} style={{ flex: count }} />
      ))}
    </span>
  )
}
