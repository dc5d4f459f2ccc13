import type { AlertSilence } from '@atalaya/contract/alert-incidents'
import { useMutation, useQuery } from '@tanstack/react-query'
import { BellOff, CalendarClock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { endMaintenance, endSilence, silencesQuery } from '#web/features/alerts/alerts.queries.ts'
import { timesText } from '#web/features/alerts/maintenance-words.ts'

const MaintenanceDialog = lazy(() =>
  import('#web/features/alerts/maintenance-dialog.tsx').then((m) => ({ default: m.MaintenanceDialog })),
)

/** Lists silences and maintenance windows. */
export function SilenceList() {
  const { data: silences, isPending, isError, refetch } = useQuery(silencesQuery)
  const [isPlanning, setPlanning] = useState(false)
  if (isPending) return <Skeleton className="h-48 rounded-xl" />
  if (isError && !silences) {
    return (
      <EmptyState
        icon={BellOff}
        title="Silences could not be loaded."
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {silences.length === 0 ? (
        <EmptyState icon={BellOff} title="Nothing is silenced">
          To silence an alert, choose Silence beside it. A machine that is restarted or updated from here is silenced
          for ten minutes.
        </EmptyState>
      ) : (
        <Card className="overflow-hidden" aria-label="Silences">
          <ul className="divide-y">
            {silences.map((silence) => (
              <SilenceRow key={silence._id} silence={silence} />
            ))}
          </ul>
        </Card>
      )}
      <Button variant="secondary" className="justify-self-start" onClick={() => setPlanning(true)}>
        <CalendarClock aria-hidden />
        Plan maintenance
      </Button>
      {isPlanning && (
        <Suspense>
          <MaintenanceDialog onClose={() => setPlanning(false)} />
        </Suspense>
      )}
    </div>
  )
}

const KINDS = { incident: 'Alert', rule: 'Rule', agent: 'Machine', tag: 'Machines with the tag' }

function SilenceRow({ silence }: { silence: AlertSilence }) {
  // Only a maintenance has weekly times.
  const { _id: id, target, targetName, until, times: weeklyTimes, reason, by } = silence
  const { mutate, isPending } = useMutation(weeklyTimes ? endMaintenance : endSilence)
  const [isAsking, setAsking] = useState(false)
  const title = `${KINDS[target.kind]} ${targetName}`
  const Icon = weeklyTimes ? CalendarClock : BellOff
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="grid min-w-48 flex-1 gap-0.5">
        <span className="truncate font-medium">{title}</span>
        <span className="break-words text-muted-foreground text-xs">
          {weeklyTimes ? (
            timesText(weeklyTimes)
          ) : until === null ? (
            'Until it is back'
          ) : (
            <>
              {/* Reads "Over in 2 hours". */}
              Over <RelativeTime at={until} fallback="" />
            </>
          )}
          {` · by ${by}`}
          {reason && ` · ${reason}`}
        </span>
      </div>
      <Button
        variant="secondary"
        size="sm"
        busy={isPending}
        aria-label={`End: ${title}`}
        onClick={() => (weeklyTimes ? setAsking(true) : mutate(id))}
      >
        End
      </Button>
      {weeklyTimes && isAsking && (
        <ConfirmDialog
          title="End this maintenance?"
          description="The rules apply to its machines at all times again, this week and later ones."
          confirmText="End maintenance"
          busyText="Ending..."
          isBusy={isPending}
          onConfirm={() => mutate(id, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p className="break-words rounded-md bg-muted px-3 py-2 text-sm">
            <strong className="font-medium">{title}</strong> · {timesText(weeklyTimes)}
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
