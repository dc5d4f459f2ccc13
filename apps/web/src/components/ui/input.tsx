import type { ComponentProps } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

/** Shared by text fields and selects. Below 768 px the text is 16 px, so that phones don't zoom. */
export const controlClasses =
  'w-full min-w-0 rounded-md border border-input/60 bg-card px-3 text-base shadow-xs transition-colors placeholder:text-muted-foreground hover:border-input focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-ring/50 disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive aria-invalid:outline-destructive/50 max-md:text-lg'

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      className={cn(
        controlClasses,
        'h-9 text-ellipsis pointer-coarse:h-11 file:mr-3 file:h-full file:border-0 file:bg-transparent file:font-medium',
        className,
      )}
      {...props}
    />
  )
}
