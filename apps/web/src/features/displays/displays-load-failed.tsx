import { Monitor } from 'lucide-react'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'

type DisplaysLoadFailedProps = { reason: string; onRetry: () => Promise<unknown> }

export function DisplaysLoadFailed({ reason, onRetry }: DisplaysLoadFailedProps) {
  return (
    <EmptyState
      icon={Monitor}
      title="The displays could not be read"
      action={<Button onClick={() => void onRetry()}>Try Again</Button>}
    >
      {reason}
    </EmptyState>
  )
}
