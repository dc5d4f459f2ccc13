import { AgentStatusIcon, agentColor } from '@atalaya/module-sdk/agent-status'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { attentionQuery } from '#web/app/home/attention.queries.ts'
import { type AttentionLine, fleetLines, operationLines } from '#web/app/home/attention-lines.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { backupsQuery } from '#web/features/backups/backups.queries.ts'
import { installationQuery } from '#web/features/installation/installation.queries.ts'
import { cn } from '#web/lib/cn.ts'
import { isAdmin, useSession } from '#web/lib/session.ts'

/** From so many days on an installation without a backup has something to lose. */
const SETTLED_MS = 7 * 24 * 60 * 60_000

const UNREAD: AttentionLine = { key: 'unread', text: 'How the agents are could not be loaded', isUrgent: false }

/** What Home needs to know before it can say what needs attention. */
export function useAttention() {
  const enabled = isAdmin(useSession()?.user)
  const counts = useQuery(attentionQuery)
  const backups = useQuery({ ...backupsQuery, enabled })
  const installation = useQuery({ ...installationQuery, enabled })
  return {
    isPending: counts.isPending || backups.isLoading || installation.isLoading,
    counts: counts.data,
    schedule: enabled ? backups.data : undefined,
    disk: installation.data?.disk,
  }
}
type Attention = ReturnType<typeof useAttention>

type NeedsAttentionProps = {
  attention: Attention
  /** When the first agent was registered, ms; undefined without any. */
  since: number | undefined
  isBeginner: boolean
}

/** What somebody should look at, a line each; nothing while there is nothing to look after. */
export function NeedsAttention({ attention, since, isBeginner }: NeedsAttentionProps) {
  const list = isAdmin(useSession()?.user) ? '/admin/agents' : '/agents'
  const { counts, schedule, disk } = attention
  const isSettled = since !== undefined && Date.now() - since > SETTLED_MS
  const lines = [
    ...(counts === undefined ? [UNREAD] : counts ? fleetLines({ counts, list, isBeginner }) : []),
    ...operationLines({ schedule, disk, isSettled }),
  ]
  const isCalm = lines.length === 0
  if (isCalm && (isBeginner || !counts?.agents)) return null
  return (
    <Card aria-labelledby="needs-attention">
      <CardHeader className={isCalm ? 'items-center py-3' : 'items-center pb-3'}>
        <CardTitle id="needs-attention" className="flex items-center gap-2">
          {isCalm && <CircleCheck aria-hidden className="size-4 text-success-text" />}
          {isCalm ? 'All is well' : 'Needs attention'}
        </CardTitle>
      </CardHeader>
      {!isCalm && (
        <ul>
          {lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ line: { text, isUrgent, status, to, action } }: { line: AttentionLine }) {
  const Icon = isUrgent ? TriangleAlert : Info
  return (
    <li className="flex items-center gap-3 border-t px-4 py-2">
      {status ? (
        <AgentStatusIcon status={status} className={cn('size-4', agentColor(status))} />
      ) : (
        <Icon
          aria-hidden
          className={cn('size-4 shrink-0', isUrgent ? 'text-destructive-text' : 'text-muted-foreground')}
        />
      )}
      <span className="min-w-0 flex-1">{text}</span>
      {to && (
        <Button variant="ghost" size="sm" className="pointer-coarse:h-11" asChild>
          <Link to={to} aria-label={`${action}: ${text}`}>
            {action}
          </Link>
        </Button>
      )}
    </li>
  )
}
