import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { type AttentionCounts, COUNTED_MAX } from '@atalaya/contract/attention'
import { AgentStatusIcon, type AgentTone, agentColor, agentTone } from '@atalaya/module-sdk/agent-status'
import { Link } from 'react-router'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { statusLabel } from '#web/features/agents/status.ts'
import { cn } from '#web/lib/looks/cn.ts'

const COLORS: Record<AgentTone, string> = {
  success: 'bg-success',
  warning: 'bg-warning',
  destructive: 'bg-destructive',
  neutral: 'bg-muted-foreground',
}

type StatusCount = { status: AgentStatus; count: number }

/** Number of agents in each status. Connected ones that are not degraded count as online. */
const countStatuses = (counts: AttentionCounts, connected: number): StatusCount[] => [
  { status: 'online', count: Math.max(0, connected - counts.degraded) },
  { status: 'degraded', count: counts.degraded },
  { status: 'offline', count: counts.offline },
  { status: 'pending', count: counts.pending },
]

const countText = (count: number) => (count > COUNTED_MAX ? `${COUNTED_MAX}+` : String(count))

type FleetStripProps = {
  counts: AttentionCounts
  /** Number of agents connected now. */
  connected: number
  /** Address of the list with the counted agents. */
  list: string
}

/** Numbers of agents by status, as links and as parts of a bar. */
export function FleetStrip({ counts, connected, list }: FleetStripProps) {
  const statusCounts = countStatuses(counts, connected)
  return (
    <Card aria-label="Agents by status" className="overflow-hidden">
      <ul className="grid grid-cols-4 divide-x">
        {statusCounts.map(({ status, count }) => (
          <li key={status} className="relative grid gap-0.5 px-3 py-2.5 hover:bg-accent sm:px-4">
            <span className="flex items-center gap-2 font-semibold text-xl tabular-nums tracking-tight">
              <AgentStatusIcon
                status={status}
                className={cn('size-4', count > 0 ? agentColor(status) : 'text-muted-foreground')}
              />
              {status === 'online' ? count : countText(count)}
            </span>
            <Link
              to={`${list}?status=${status}`}
              className="truncate text-muted-foreground text-sm after:absolute after:inset-0"
            >
              {statusLabel(status)}
            </Link>
          </li>
        ))}
      </ul>
      <div aria-hidden className="flex h-1 gap-px bg-muted">
        {statusCounts
          .filter(({ count }) => count > 0)
          .map(({ status, count }) => (
            <span key={status} className={COLORS[agentTone(status)]} style={{ flex: count }} />
          ))}
      </div>
    </Card>
  )
}

/** Placeholder of the same height. */
export const FleetStripSkeleton = () => <Skeleton className="h-[4.625rem] rounded-xl" />
