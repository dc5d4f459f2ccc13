import type { AlertIncident } from '@atalaya/contract/alert-incidents'
import { subjectOf } from '@atalaya/contract/incident-subject'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LoadFailed } from '#web/components/load-failed.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { BatchRow } from '#web/features/agents/commands/batch-row.tsx'
import { activityQuery } from '#web/features/agents/commands/commands.queries.ts'
import { alertCountsQuery, incidentsQuery } from '#web/features/alerts/alerts.queries.ts'
import { SeveritySign } from '#web/features/alerts/severity-sign.tsx'

const DAY_MS = 24 * 60 * 60_000
/** Same number as the header reads, so that both share the answer. */
const READ_MAX = 5
const SHOWN_MAX = 6

/** Commands and alerts within a day, newest first. */
export function LastDay({ now }: { now: Date }) {
  const sent = useQuery(activityQuery('mine', 1, READ_MAX))
  const { data: counts } = useQuery(alertCountsQuery)
  const enabled = Boolean(counts?.rules || counts?.firing)
  const firing = useQuery({ ...incidentsQuery('firing', 1, READ_MAX), enabled })
  const ended = useQuery({ ...incidentsQuery('ended', 1, READ_MAX), enabled })
  const all = [sent, firing, ended]

  const rows = [
    ...(sent.data?.batches ?? []).map((batch) => ({
      at: batch.createdAt,
      row: <BatchRow key={batch.batchId} batch={batch} isOwn />,
    })),
    ...[...(firing.data?.incidents ?? []), ...(ended.data?.incidents ?? [])].map((incident) => ({
      at: incident.endedAt ?? incident.openedAt,
      row: <IncidentLine key={incident._id} incident={incident} />,
    })),
  ]
    .filter(({ at }) => now.getTime() - Date.parse(at) < DAY_MS)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, SHOWN_MAX)

  return (
    <Card aria-labelledby="last-day" aria-busy={all.some(({ isLoading }) => isLoading)}>
      <CardHeader className="items-center pb-4">
        <CardTitle id="last-day">Last 24 hours</CardTitle>
        <Button variant="ghost" size="sm" className="-my-1" asChild>
          <Link to="/activity">Activity</Link>
        </Button>
      </CardHeader>
      {all.some(({ isLoading }) => isLoading) ? (
        <Note>
          <Skeleton className="my-1 h-4 w-48" />
        </Note>
      ) : all.some(({ isError }) => isError) ? (
        <LoadFailed
          className="border-t px-4 py-4 text-muted-foreground text-sm"
          onRetry={() => all.map((query) => query.isError && void query.refetch())}
        >
          Could not load what happened.
        </LoadFailed>
      ) : rows.length === 0 ? (
        <Note>No alert fired, and you sent no command.</Note>
      ) : (
        <ul className="divide-y border-t">{rows.map(({ row }) => row)}</ul>
      )}
    </Card>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <div className="border-t px-4 py-4 text-muted-foreground text-sm">{children}</div>
)

/** Line of an alert: text, agent, and its beginning or end. */
function IncidentLine({ incident }: { incident: AlertIncident }) {
  const { _id: id, severity, text, openedAt, endedAt } = incident
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-accent">
      <div className="grid min-w-0 flex-1">
        <Link to={`/alerts/${id}`} className="truncate font-medium after:absolute after:inset-0">
          {text}
        </Link>
        <span className="truncate text-muted-foreground text-xs">
          {subjectOf(incident)} · {endedAt ? 'over ' : 'fires since '}
          <RelativeTime at={endedAt ?? openedAt} fallback="" />
        </span>
      </div>
      <SeveritySign severity={severity} isOver={endedAt !== null} />
    </li>
  )
}
