import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

type EmptyStateProps = {
  icon: LucideIcon
  title: string
  children?: ReactNode
  /** Button with a way out. */
  action?: ReactNode
  className?: string
}

/** Says that there is nothing here, why, and what to do next. */
export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        'grid justify-items-center gap-1 rounded-xl border border-dashed px-6 py-10 text-center',
        className,
      )}
    >
      <span className="mb-2 grid size-10 place-items-center rounded-lg bg-muted text-muted-foreground">
        <Icon className="size-5" aria-hidden />
      </span>
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-sm text-balance text-muted-foreground text-sm">{children}</div>}
      {action && <div className="pt-3">{action}</div>}
    </div>
  )
}
