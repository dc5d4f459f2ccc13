import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

type AlertProps = { variant?: 'destructive' | 'info'; className?: string; children: ReactNode }

/** Message inside the page; an error is announced at once. */
export function Alert({ variant = 'destructive', className, children }: AlertProps) {
  const Icon = variant === 'destructive' ? CircleAlert : Info
  return (
    <div
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={cn(
        'flex items-start gap-2 rounded-md px-3 py-2 text-sm',
        variant === 'destructive' ? 'bg-destructive-soft text-destructive-text' : 'bg-info-soft text-info-text',
        className,
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
