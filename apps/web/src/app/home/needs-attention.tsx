import { AgentStatusIcon, agentColor } from '@atalaya/module-sdk/agent-status'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { agentsOfStatusQuery, attentionQuery, overBoundQuery } from '#web/app/home/attention.queries.ts'
import type { AttentionLine } from '#web/app/home/attention-line.ts'
import { alertLines, fleetLines, operationLines } from '#web/app/home/attention-lines.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { alertCountsQuery } from '#web/features/alerts/alerts.queries.ts'
import { backupsQuery } from '#web/features/backups/backups.queries.ts'
import { installationQuery } from '#web/features/installation/installation.queries.ts'
import { useFormats } from '#web/lib/formats.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { isAdmin, readSession, useSession } from '#web/lib/session/session.ts'

/** Age from which an installation without a backup has data to lose. */
const SETTLED_AFTER_MS = 7 * 24 * 60 * 60_000

const FAILED: AttentionLine = { key: 'unread', text: 'The state of the agents could not be loaded', isUrgent: false }

/** Data from which Home decides what needs attention. */
export function useAttention() {
  const enabled = isAdmin(useSession()?.user)
  const counts = useQuery(attentionQuery)
  const overBound = useQuery({ ...overBoundQuery, enabled: Boolean(counts.data?.critical) })
  // One by one: `useQueries` would bring its code to every screen.
  const quarantined = useQuery({ ...agentsOfStatusQuery('quarantined'), enabled: Boolean(counts.data?.quarantined) })
  const offline = useQuery({ ...agentsOfStatusQuery('offline'), enabled: Boolean(counts.data?.offline) })
  const degraded = useQuery({ ...agentsOfStatusQuery('degraded'), enabled: Boolean(counts.data?.degraded) })
  const backups = useQuery({ ...backupsQuery, enabled })
  const installation = useQuery({ ...installationQuery, enabled })
  const alerts = useQuery(alertCountsQuery)
  return {
    isPending:
      counts.isPending ||
      [overBound, quarantined, offline, degraded, backups, installation].some(({ isLoading }) => isLoading),
    counts: counts.data,
    overBound: overBound.data,
    named: { quarantined: quarantined.data, offline: offline.data, degraded: degraded.data },
    schedule: enabled ? backups.data : undefined,
    disk: installation.data?.disk,
    alerts: alerts.data,
    formats: useFormats(),
  }
}
type Attention = ReturnType<typeof useAttention>

type AttentionState = {
  attention: Attention
  /** Time of the first registration of an agent, in ms; undefined if there is none. */
  firstAgentAt: number | undefined
  isBeginner: boolean
}

/** Lines of what needs attention; null while there is nothing to look after. */
export function linesOf({ attention, firstAgentAt, isBeginner }: AttentionState) {
  const { counts, overBound, named, schedule, disk, alerts, formats } = attention
  const list = isAdmin(readSession()?.user) ? '/admin/agents' : '/agents'
  const hasDataToLose = firstAgentAt !== undefined && Date.now() - firstAgentAt > SETTLED_AFTER_MS
  const lines = [
    ...alertLines(alerts),
    ...(counts === undefined
      ? [FAILED]
      : counts
        ? fleetLines({ counts, list, isBeginner, overBound, named, formats })
        : []),
    ...operationLines({ schedule, disk, hasDataToLose }, formats),
  ]
  return lines.length === 0 && (isBeginner || !counts?.agents) ? null : lines
}

/** The lines, or a text that all is well. */
export function NeedsAttention({ lines }: { lines: AttentionLine[] }) {
  const isCalm = lines.length === 0
  return (
    <AttentionCard isCalm={isCalm} title={isCalm ? 'All is well' : 'Needs attention'}>
      {lines.map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </AttentionCard>
  )
}

/** Placeholder with room for this many lines. */
export function AttentionSkeleton({ count }: { count: number }) {
  return (
    <div aria-hidden>
      <AttentionCard isCalm={count === 0} title={<Skeleton className="my-1 h-4 w-28" />}>
        {Array.from({ length: count }, (_, index) => `line ${index}`).map((key) => (
          <li key={key} className={LINE}>
            <Skeleton className="my-1.5 h-5 w-72 max-w-full pointer-coarse:my-3" />
          </li>
        ))}
      </AttentionCard>
    </div>
  )
}

function AttentionCard({ isCalm, title, children }: { isCalm: boolean; title: ReactNode; children: ReactNode }) {
  return (
    <Card aria-labelledby="needs-attention">
      <CardHeader className={isCalm ? 'items-center py-3' : 'items-center pb-3'}>
        <CardTitle id="needs-attention" className="flex items-center gap-2">
          {isCalm && <CircleCheck aria-hidden className="size-4 text-success-text" />}
          {title}
        </CardTitle>
      </CardHeader>
      {!isCalm && <ul>{children}</ul>}
    </Card>
  )
}

const LINE = 'flex items-center gap-3 border-t px-4 py-2'

function Line({ line: { text, names, isUrgent, status, to, action } }: { line: AttentionLine }) {
  const Icon = isUrgent ? TriangleAlert : Info
  return (
    <li className={LINE}>
      {status ? (
        <AgentStatusIcon status={status} className={cn('size-4', agentColor(status))} />
      ) : (
        <Icon
          aria-hidden
          className={cn('size-4 shrink-0', isUrgent ? 'text-destructive-text' : 'text-muted-foreground')}
        />
      )}
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <span className="wrap-anywhere min-w-0">{text}</span>
        {names && <span className="min-w-0 truncate text-muted-foreground">{names}</span>}
      </span>
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
