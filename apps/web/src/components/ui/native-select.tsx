import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClasses } from '#web/components/ui/input.tsx'
import { cn } from '#web/lib/looks/cn.ts'

/** The browser's own list, which is fast with hundreds of choices. Closed, it looks like the other lists. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        className={cn(controlClasses, 'h-9 pointer-coarse:h-11 appearance-none truncate pr-9', className)}
        {...props}
      />
      <ChevronDown
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted-foreground"
        aria-hidden
      />
    </div>
  )
}
