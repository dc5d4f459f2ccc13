import { Slot } from 'radix-ui'
import {
  type ComponentProps,
  type ComponentType,
  type FocusEvent,
  lazy,
  type PointerEvent,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { TooltipBubbleProps } from '#web/components/ui/tooltip-bubble.tsx'

// Loaded after the first paint, before which nobody hovers. If loading fails there is no tooltip.
const Bubble = lazy<ComponentType<TooltipBubbleProps>>(() =>
  import('#web/components/ui/tooltip-bubble.tsx').then(
    (m) => ({ default: m.TooltipBubble }),
    () => ({ default: () => null }),
  ),
)

/** Time for the pointer to move from the element to the bubble. */
const LEAVE_MS = 120

/** Closes the open tooltip: only one is open, even if the focus opened it and the pointer is elsewhere. */
let closeOpen: (() => void) | undefined

type TooltipProps = {
  content: string
  side?: TooltipBubbleProps['side']
  disabled?: boolean
  /** The element that the tooltip names. */
  children: ComponentProps<typeof Slot.Root>['children']
}

/** Names its child on hover and focus, without a delay. The child still needs an accessible name of its own. */
export function Tooltip({ content, side = 'top', disabled = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const id = useId()
  const leaveTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = useRef(() => setAnchor(null))
  const isOpen = anchor !== null && !disabled
  const cancelHide = () => clearTimeout(leaveTimer.current)
  useEffect(() => () => clearTimeout(leaveTimer.current), [])

  function show(event: PointerEvent | FocusEvent) {
    cancelHide()
    if (closeOpen !== close.current) closeOpen?.()
    closeOpen = close.current
    setAnchor(event.currentTarget)
  }
  function hide() {
    cancelHide()
    setAnchor(null)
  }
  return (
    <>
      <Slot.Root
        onPointerEnter={(event) => event.pointerType !== 'touch' && show(event)}
        onPointerLeave={() => {
          leaveTimer.current = setTimeout(hide, LEAVE_MS)
        }}
        onPointerDown={hide}
        onFocus={(event) => event.target.matches(':focus-visible') && show(event)}
        onBlur={hide}
        aria-describedby={isOpen ? id : undefined}
      >
        {children}
      </Slot.Root>
      {isOpen && (
        <Suspense>
          <Bubble anchor={anchor} id={id} side={side} onClose={hide} onEnter={cancelHide}>
            {content}
          </Bubble>
        </Suspense>
      )}
    </>
  )
}
