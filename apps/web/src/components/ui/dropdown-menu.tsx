import { Check, ChevronRight } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, useEffect } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

export const DropdownMenuTrigger = Radix.Trigger
export const DropdownMenuSub = Radix.Sub
export const DropdownMenuGroup = Radix.Group

/** True if the last input was a key. This code is loaded while the button of the first menu still has the focus. */
let isByKeyboard = document.activeElement?.matches(':focus-visible') ?? false
const noteInput = ({ type }: Event) => {
  isByKeyboard = type === 'keydown'
}
for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, noteInput, { capture: true })

/** Not modal: a modal menu hides its page from screen readers, with everything focusable in it. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  const { defaultOpen } = props
  // A menu that starts open missed its key: without one, Radix would not focus the first item.
  useEffect(() => {
    if (defaultOpen && isByKeyboard) document.dispatchEvent(new KeyboardEvent('keydown'))
  }, [defaultOpen])
  return <Radix.Root modal={false} {...props} />
}

const panel = 'z-50 min-w-44 overflow-hidden rounded-lg border bg-popover p-1 shadow-md data-[state=open]:animate-rise'
const row =
  'relative flex select-none items-center gap-2 rounded-md px-2 py-1.5 pointer-coarse:py-3 text-sm outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-accent data-[disabled]:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted-foreground'

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content sideOffset={4} collisionPadding={8} className={cn(panel, className)} {...props} />
    </Radix.Portal>
  )
}

type ItemProps = ComponentProps<typeof Radix.Item> & { variant?: 'default' | 'destructive' }

/** The button that opened an item's menu, or the menu around that one. */
function openerOf(item: Element): HTMLElement | null {
  const menu = item.closest('[role="menu"]')
  const trigger = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  return trigger?.closest('[role="menu"]') ? openerOf(trigger) : trigger
}

export function DropdownMenuItem({ className, variant = 'default', onSelect, ...props }: ItemProps) {
  return (
    <Radix.Item
      onSelect={(event) => {
        // A dialog opened by the item returns the focus to where it was: to this button, since the item disappears.
        if (event.target instanceof Element) openerOf(event.target)?.focus()
        onSelect?.(event)
      }}
      className={cn(
        row,
        variant === 'destructive' &&
          'text-destructive-text data-[highlighted]:bg-destructive-soft [&>svg]:text-destructive-text',
        className,
      )}
      {...props}
    />
  )
}

export function DropdownMenuCheckboxItem({ className, children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={cn(row, 'pl-8', className)} {...props}>
      <Radix.ItemIndicator className="absolute left-2">
        <Check className="size-4 text-primary-text" aria-hidden />
      </Radix.ItemIndicator>
      {children}
    </Radix.CheckboxItem>
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn('px-2 py-1.5 font-medium text-muted-foreground text-xs', className)} {...props} />
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...props} />
}

export function DropdownMenuSubTrigger({ className, children, ...props }: ComponentProps<typeof Radix.SubTrigger>) {
  return (
    <Radix.SubTrigger className={cn(row, 'data-[state=open]:bg-accent', className)} {...props}>
      {children}
      <ChevronRight className="ml-auto" aria-hidden />
    </Radix.SubTrigger>
  )
}

export function DropdownMenuSubContent({ className, ...props }: ComponentProps<typeof Radix.SubContent>) {
  return (
    <Radix.Portal>
      <Radix.SubContent className={cn(panel, className)} {...props} />
    </Radix.Portal>
  )
}
