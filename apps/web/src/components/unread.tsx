import type { ReactNode } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/lib/cn.ts'

type UnreadProps = { onRetry: () => void; className?: string; children: ReactNode }

/** In the place of what could not be loaded: that it could not, and another try. */
export function Unread({ onRetry, className, children }: UnreadProps) {
  return (
    <div className={cn('grid justify-items-center gap-2', className)}>
      {children}
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
