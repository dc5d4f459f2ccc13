import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { controlClasses } from '#web/components/ui/input.tsx'
import { cn } from '#web/lib/looks/cn.ts'

export const Select = Radix.Root
export const SelectValue = Radix.Value

export function SelectTrigger({ className, children, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        controlClasses,
        'flex h-9 pointer-coarse:h-11 items-center justify-between gap-2 text-left data-[placeholder]:text-muted-foreground [&>span]:truncate',
        className,
      )}
      {...props}
    >
      {children}
      <Radix.Icon asChild>
        <ChevronDown className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      </Radix.Icon>
    </Radix.Trigger>
  )
}

export function SelectContent({ className, children, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        position="popper"
        sideOffset={4}
        className={cn(
          'z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border bg-popover p-1 shadow-md data-[state=open]:animate-rise',
          className,
        )}
        {...props}
      >
        <Radix.Viewport>{children}</Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  )
}

export function SelectItem({ className, children, ...props }: ComponentProps<typeof Radix.Item>) {
  return (
    <Radix.Item
      className={cn(
        'relative flex select-none items-center rounded-md py-1.5 pointer-coarse:py-3 pr-8 pl-2 text-sm outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-accent data-[disabled]:opacity-50',
        className,
      )}
      {...props}
    >
      <Radix.ItemText>{children}</Radix.ItemText>
      <Radix.ItemIndicator className="absolute right-2">
        <Check className="size-4 text-primary-text" aria-hidden />
      </Radix.ItemIndicator>
    </Radix.Item>
  )
}
