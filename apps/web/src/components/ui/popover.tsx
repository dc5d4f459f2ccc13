import { Popover as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

export const Popover = Radix.Root
export const PopoverTrigger = Radix.Trigger

export function PopoverContent({ className, align = 'start', ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        style={{ maxHeight: 'var(--radix-popover-content-available-height)' }}
        className={cn(
          'z-50 w-72 overflow-y-auto rounded-lg border bg-popover p-3 shadow-md outline-none data-[state=open]:animate-rise',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  )
}
