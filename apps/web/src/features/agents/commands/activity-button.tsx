import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { buttonVariants } from '#web/components/ui/button.tsx'
import { LateOverlay } from '#web/components/ui/late-overlay.tsx'
import { isOver } from '#web/features/agents/commands/command-status.ts'
import { activityQuery } from '#web/features/agents/commands/commands.queries.ts'
import { cn } from '#web/lib/looks/cn.ts'

const SHOWN_MAX = 5

const load = () => import('#web/features/agents/commands/opened-activity.tsx').then((m) => m.OpenedActivity)

/** Opens the user's latest batches, and marks running ones. Renders nothing before the first batch. */
export function ActivityButton() {
  const { data } = useQuery(activityQuery('mine', 1, SHOWN_MAX))
  if (!data || data.batches.length === 0) return null
  const openCount = data.batches.filter((batch) => !isOver(batch)).length
  return (
    <LateOverlay
      kind="dialog"
      load={load}
      opened={{ batches: data.batches }}
      aria-label={openCount > 0 ? `Activity, ${openCount} under way` : 'Activity'}
      title="Activity"
      className={cn(buttonVariants({ variant: 'ghost', size: 'icon-sm' }), 'relative')}
    >
      <History aria-hidden />
      {openCount > 0 && (
        <span
          className="absolute top-1 right-1 size-2 pointer-coarse:top-2.5 pointer-coarse:right-2.5 rounded-full bg-info"
          aria-hidden
        />
      )}
    </LateOverlay>
  )
}
