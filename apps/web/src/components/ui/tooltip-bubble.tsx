import { Tooltip as Radix } from 'radix-ui'

export type TooltipBubbleProps = {
  /** The element that the tooltip names. */
  anchor: Element
  id: string
  side: 'top' | 'right' | 'bottom' | 'left'
  onClose: () => void
  /** The pointer moved from the element onto the bubble, so it stays open. */
  onEnter: () => void
  children: string
}

/** Bubble of a tooltip beside its element. */
export function TooltipBubble({ anchor, id, side, onClose, onEnter, children }: TooltipBubbleProps) {
  const { left, top, width, height } = anchor.getBoundingClientRect()
  return (
    <Radix.Provider delayDuration={0}>
      <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
        {/* Stands in for the element, which existed before this code was loaded. */}
        <Radix.Trigger asChild>
          <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            aria-label={children}
            sideOffset={6}
            collisionPadding={8}
            onPointerEnter={onEnter}
            onPointerLeave={onClose}
            className="z-50 flex items-center gap-2 rounded-md bg-foreground px-2 py-1 text-background text-xs shadow-md data-[state=delayed-open]:animate-in data-[state=instant-open]:animate-in"
          >
            <span id={id}>{children}</span>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
