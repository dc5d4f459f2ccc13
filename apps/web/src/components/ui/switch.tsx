import { Switch as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        'relative inline-flex align-middle h-5 w-9 shrink-0 items-center rounded-full bg-input transition-colors after:absolute after:-inset-1 pointer-coarse:after:-inset-y-3 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-primary',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-white shadow-sm transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-primary-foreground" />
    </Radix.Root>
  )
}
