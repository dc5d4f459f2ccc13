import type { AlertIncident } from '@atalaya/contract/alert-incidents'
import { subjectOf } from '@atalaya/contract/incident-subject'
import { useMutation } from '@tanstack/react-query'
import { BellOff, Check } from 'lucide-react'
import { Link } from 'react-router'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { acknowledge } from '#web/features/alerts/alerts.queries.ts'
import { durationOf, endReason } from '#web/features/alerts/incident-words.ts'
import { SeveritySign } from '#web/features/alerts/severity-sign.tsx'
import { SilenceMenu } from '#web/features/alerts/silence-menu.tsx'
import { useNow } from '#web/lib/clock.ts'
import { faultOf } from '#web/lib/incident-fault.ts'

const REFRESH_EVERY_MS = 30_000

/** One incident: problem, place, start, and actions. */
export function IncidentRow({ incident }: { incident: AlertIncident }) {
  const { _id: id, severity, ruleName, openedAt, endedAt, isSilenced, acknowledged } = incident
  const now = useNow(REFRESH_EVERY_MS)
  const isOver = endedAt !== null
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <SeveritySign severity={severity} isOver={isOver} />
      <div className="grid min-w-48 flex-1 gap-0.5">
        <Link to={`/alerts/${id}`} className="truncate font-medium hover:underline">
          {subjectOf(incident)}
        </Link>
        <span className="break-words text-sm">{faultOf(incident)}</span>
        <span className="flex flex-wrap gap-x-1 text-muted-foreground text-xs">
          <bdi className="max-w-full truncate">{ruleName}</bdi>
          <span>
            {'· '}
            <RelativeTime at={isOver ? endedAt : openedAt} fallback="" />
            {isOver && ` · lasted ${durationOf(incident, now.getTime())} · ${endReason(incident)}`}
          </span>
        </span>
      </div>
      {isSilenced && (
        <Badge>
          <BellOff aria-hidden />
          Silenced
        </Badge>
      )}
      {acknowledged && (
        <Badge variant="outline">
          <Check aria-hidden />
          Acknowledged by {acknowledged.by}
        </Badge>
      )}
      {!isOver && <IncidentButtons incident={incident} />}
    </li>
  )
}

function IncidentButtons({ incident }: { incident: AlertIncident }) {
  const acknowledging = useMutation(acknowledge)
  const subject = subjectOf(incident)
  return (
    <div className="flex gap-2 max-sm:w-full">
      {!incident.acknowledged && (
        <Button
          variant="secondary"
          size="sm"
          busy={acknowledging.isPending}
          aria-label={`Acknowledge ${subject}: ${incident.ruleName}`}
          onClick={() => acknowledging.mutate(incident._id)}
        >
          Acknowledge
        </Button>
      )}
      <SilenceMenu
        target={{ kind: 'incident', id: incident._id }}
        targetName={`${subject}: ${incident.ruleName}`}
        isFiring
      />
    </div>
  )
}
