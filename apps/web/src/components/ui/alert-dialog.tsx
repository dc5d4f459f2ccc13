import { AlertDialog as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { useFocusBack } from '#web/components/ui/focus-back.ts'
import { cn } from '#web/lib/looks/cn.ts'

export const AlertDialog = Radix.Root
export const AlertDialogCancel = Radix.Cancel

export function AlertDialogContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  const focus = useFocusBack()
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 top-(--above) z-50 bg-black/45 data-[state=closed]:animate-out data-[state=open]:animate-in" />
      <div className="pointer-events-none fixed inset-0 top-(--above) z-50 grid place-items-center p-4">
        <Radix.Content
          {...focus}
          className={cn(
            'pointer-events-auto grid max-h-full w-full max-w-md gap-4 overflow-y-auto rounded-xl border bg-popover p-5 shadow-lg outline-none data-[state=closed]:animate-out data-[state=open]:animate-rise',
            className,
          )}
          {...props}
        />
      </div>
    </Radix.Portal>
  )
}

export function AlertDialogTitle({ className, ...props }: ComponentProps<typeof Radix.Title>) {
  return <Radix.Title className={cn('font-semibold text-lg', className)} {...props} />
}

export function AlertDialogDescription({ className, ...props }: ComponentProps<typeof Radix.Description>) {
  return <Radix.Description className={cn('text-muted-foreground text-base', className)} {...props} />
}
