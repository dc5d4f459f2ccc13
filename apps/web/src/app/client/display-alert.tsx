import { subjectOf } from '@atalaya/contract/incident-subject'
import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { acknowledge, unacknowledgedQuery } from '#web/features/alerts/alerts.queries.ts'
import { faultOf } from '#web/lib/incident-fault.ts'

/**
 * A critical alert over everything that a display shows, its clock too. Stays until the alert ends, is silenced or
 * acknowledged, or a viewer goes back to the pages.
 */
export function DisplayAlert() {
  const { data: incidents } = useQuery(unacknowledgedQuery)
  const acknowledging = useMutation(acknowledge)
  const [hidden, setHidden] = useState<string[]>([])
  const shown = incidents?.find(
    ({ _id: id, severity, isSilenced }) => severity === 'critical' && !isSilenced && !hidden.includes(id),
  )
  if (!shown) return null
  const { _id: id, ruleName, openedAt } = shown
  return (
    <section
      role="alert"
      aria-label="Critical alert"
      className="fixed inset-0 z-60 grid content-center justify-items-center gap-[4vmin] overflow-y-auto bg-background p-[6vmin] text-center"
    >
      <TriangleAlert aria-hidden className="size-[18vmin] text-destructive-text" />
      <p className="max-w-full break-words font-semibold text-[max(1.5rem,7vmin)] leading-tight">{subjectOf(shown)}</p>
      <p className="max-w-full break-words text-[max(1.125rem,4.5vmin)]">{faultOf(shown)}</p>
      <p className="text-[max(1rem,3vmin)] text-muted-foreground">
        {ruleName} · <RelativeTime at={openedAt} fallback="" />
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button busy={acknowledging.isPending} onClick={() => acknowledging.mutate(id)}>
          Acknowledge
        </Button>
        <Button variant="secondary" onClick={() => setHidden([...hidden, id])}>
          Back to the pages
        </Button>
      </div>
    </section>
  )
}
