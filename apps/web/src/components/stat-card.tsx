import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { cn } from '#web/lib/cn.ts'

type StatCardProps = {
  label: string
  value: ReactNode
  hint?: ReactNode
  icon?: LucideIcon
  isLoading?: boolean
  /** What the figure says in full, on hover. */
  title?: string
  /** A small chart along the bottom. */
  children?: ReactNode
  /** The figure at the end of its name's line: low, above what one came for. */
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
            ? 'grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-2'
            : 'flex min-w-0 grow flex-col gap-1 px-4 py-3.5'
        }
      >
        <div
          className={cn('flex min-w-0 items-center gap-2 text-muted-foreground text-sm', isSlim && 'max-sm:text-xs')}
        >
          {Icon && <Icon className={cn('size-4 shrink-0', isSlim && 'max-xl:hidden')} aria-hidden />}
          <span className="min-w-0 text-balance">{label}</span>
        </div>
        <div
          className={cn(
            'font-semibold text-xl tabular-nums tracking-tight',
            isSlim ? hint && 'row-span-2' : 'wrap-anywhere mt-auto',
          )}
        >
          {isLoading ? <Skeleton className={cn('my-1 h-5', isSlim ? 'w-8' : 'w-24')} /> : value}
        </div>
        {hint && <div className="text-muted-foreground text-xs">{hint}</div>}
      </div>
      {children && <div className="mt-auto">{children}</div>}
    </Card>
  )
}
