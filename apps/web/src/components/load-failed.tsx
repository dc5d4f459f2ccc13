import type { ReactNode } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/lib/looks/cn.ts'

type LoadFailedProps = { onRetry: () => void; className?: string; children: ReactNode }

/** Stands in for content that failed to load, with a button to retry. */
export function LoadFailed({ onRetry, className, children }: LoadFailedProps) {
  return (
    <div className={cn('grid justify-items-center gap-2', className)}>
      {children}
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
