import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, BellRing } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { incidentQuery } from '#web/features/alerts/alerts.queries.ts'
import { IncidentRow } from '#web/features/alerts/incident-row.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { usePageName } from '#web/lib/looks/page-name.ts'
import { plural } from '#web/lib/plural.ts'

/** One incident with its machines. */
export function IncidentPage() {
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(incidentQuery(id))
  usePageName(data?.incident.ruleName)
  if (isPending) return <Skeleton className="h-48 rounded-xl" />
  if (!data) {
    const isGone = error instanceof ApiError && error.status === 404
    return (
      <EmptyState
        icon={BellRing}
        title={isGone ? 'There is no such alert.' : 'The alert could not be loaded.'}
        action={
          isGone ? (
            <Button asChild>
              <Link to="/alerts">All alerts</Link>
            </Button>
          ) : (
            <Button onClick={() => void refetch()}>Try Again</Button>
          )
        }
      >
        {isGone && 'It is older than thirty days, or it is not yours.'}
      </EmptyState>
    )
  }
  const { incident, members } = data
  const hiddenCount = incident.agents - members.length
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to={incident.endedAt === null ? '/alerts' : '/alerts?show=history'}
        className="flex w-fit items-center gap-1.5 text-muted-foreground text-sm hover:text-foreground"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Alerts
      </Link>
      <Card className="overflow-hidden" aria-label={incident.ruleName}>
        <ul>
          <IncidentRow incident={incident} />
        </ul>
      </Card>
      <Card className="overflow-hidden" aria-label="Machines">
        <ul className="divide-y">
          {members.map(({ agent, text, clearedAt, firedAt }) => (
            <li key={`${agent.name} ${agent._id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <div className="grid min-w-40 flex-1">
                {agent._id === null ? (
                  <span className="truncate font-medium">{agent.name}</span>
                ) : (
                  <Link to={`/agents/${agent._id}`} className="truncate font-medium hover:underline">
                    {agent.name}
                  </Link>
                )}
                <span className="break-words text-muted-foreground text-xs">
                  {clearedAt === null ? (
                    <>
                      {text} · <RelativeTime at={firedAt} fallback="" />
                    </>
                  ) : (
                    <>
                      {/* Reads "Over 5 minutes ago". */}
                      Over <RelativeTime at={clearedAt} fallback="" />
                    </>
                  )}
                </span>
              </div>
              <Badge variant={clearedAt ? 'success' : 'destructive'}>{clearedAt ? 'Over' : 'Firing'}</Badge>
            </li>
          ))}
        </ul>
      </Card>
      {hiddenCount > 0 && (
        <p className="text-muted-foreground text-sm">
          {plural(hiddenCount, { one: '# more machine is not shown.', other: '# more machines are not shown.' })}
        </p>
      )}
    </div>
  )
}
