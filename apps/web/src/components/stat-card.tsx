import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { cn } from '#web/lib/looks/cn.ts'

type StatCardProps = {
  label: string
  value: ReactNode
  hint?: ReactNode
  icon?: LucideIcon
  isLoading?: boolean
  /** Full figure, on hover. */
  title?: string
  /** Small chart along the bottom. */
  children?: ReactNode
  /** Puts the figure beside its name: a low card above the main content. */
  isSlim?: boolean
  className?: string
}

/** One figure with its name. */
export function StatCard({
  label,
  value,
  hint,
  icon: Icon,
  isLoading,
  title,
  children,
  isSlim,
  className,
}: StatCardProps) {
  return (
    <Card
      className={cn('flex min-w-0 flex-col overflow-hidden', className)}
      aria-label={label}
      aria-busy={isLoading}
      title={title}
    >
      <div
        className={
          isSlim
            ? 'flex min-w-0 grow flex-wrap items-center gap-x-2 px-3 py-2'
            : 'flex min-w-0 grow flex-col gap-1 px-4 py-3.5 max-md:gap-0 max-md:px-3 max-md:py-2'
        }
      >
        <div
          className={cn('flex min-w-0 items-center gap-2 text-muted-foreground', isSlim ? 'flex-1 text-xs' : 'text-sm')}
        >
          {Icon && <Icon className="size-4 shrink-0" aria-hidden />}
          <span className="min-w-0 text-balance">{label}</span>
        </div>
        <div
          className={cn(
            'font-semibold text-xl tabular-nums tracking-tight max-md:text-lg',
            !isSlim && 'wrap-anywhere mt-auto',
          )}
        >
          {isLoading ? <Skeleton className={cn('my-1 h-5', isSlim ? 'w-8' : 'w-24')} /> : value}
        </div>
        {hint && <div className="w-full text-muted-foreground text-xs">{hint}</div>}
      </div>
      {children && <div className="mt-auto">{children}</div>}
    </Card>
  )
}
