import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { DialogOverlay } from '#web/components/ui/dialog.tsx'
import { useDialogFocus } from '#web/components/ui/focus-back.ts'
import { cn } from '#web/lib/looks/cn.ts'

export const Sheet = Radix.Root
export const SheetTitle = Radix.Title
export const SheetDescription = Radix.Description

type SheetContentProps = ComponentProps<typeof Radix.Content> & { side?: 'left' | 'right' }

/** A panel that slides in from one side. */
export function SheetContent({ className, side = 'left', ...props }: SheetContentProps) {
  const focus = useDialogFocus()
  return (
    <Radix.Portal>
      <DialogOverlay />
      <Radix.Content
        {...focus}
        className={cn(
          'fixed top-(--above) bottom-0 z-50 flex flex-col bg-popover shadow-lg outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
          side === 'left' ? 'left-0 border-r' : 'right-0 border-l [--slide-from:100%]',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  )
}
