import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { useDialogFocus } from '#web/components/ui/focus-back.ts'
import { cn } from '#web/lib/looks/cn.ts'

export const Dialog = Radix.Root
export const DialogTrigger = Radix.Trigger

export function DialogOverlay({ className, ...props }: ComponentProps<typeof Radix.Overlay>) {
  return (
    <Radix.Overlay
      className={cn(
        'fixed inset-0 top-(--above) z-50 bg-black/45 data-[state=closed]:animate-out data-[state=open]:animate-in',
        className,
      )}
      {...props}
    />
  )
}

export function DialogContent({ className, children, ...props }: ComponentProps<typeof Radix.Content>) {
  const focus = useDialogFocus()
  return (
    <Radix.Portal>
      <DialogOverlay />
      {/* A full-size grid centres without transforms, so that text stays sharp and tall dialogs can scroll. */}
      <div className="pointer-events-none fixed inset-0 top-(--above) z-50 grid place-items-center p-4">
        <Radix.Content
          {...focus}
          onEscapeKeyDown={keepForInnermost}
          className={cn(
            'pointer-events-auto relative flex max-h-full w-full max-w-lg scroll-pb-20 flex-col gap-4 overflow-y-auto *:shrink-0 rounded-xl border bg-popover p-5 shadow-lg outline-none data-[state=closed]:animate-out data-[state=open]:animate-rise',
            className,
          )}
          {...props}
        >
          {children}
          <Radix.Close
            className="absolute top-3.5 right-3.5 grid size-7 pointer-coarse:top-1.5 pointer-coarse:right-1.5 pointer-coarse:size-11 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
            aria-label="Close"
          >
            <X className="size-4" aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </div>
    </Radix.Portal>
  )
}

/** Escape first clears a search box or closes an open list of suggestions, then closes the dialog. */
function keepForInnermost(event: KeyboardEvent) {
  const { target } = event
  if (!(target instanceof HTMLInputElement)) return
  const isFilled = target.type === 'search' && target.value !== ''
  if (isFilled || target.ariaExpanded === 'true') event.preventDefault()
}

export function DialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('grid gap-1 pr-8', className)} {...props} />
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Radix.Title>) {
  return <Radix.Title className={cn('font-semibold text-lg', className)} {...props} />
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof Radix.Description>) {
  return <Radix.Description className={cn('text-muted-foreground text-sm', className)} {...props} />
}

/** Stays visible while the form above scrolls; on a low screen the form needs the room. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 bg-popover px-5 pt-1 pb-5 shadow-[0_-1rem_.5rem_-.5rem_var(--color-popover)] [@media(max-height:30rem)]:static',
        className,
      )}
      {...props}
    />
  )
}
