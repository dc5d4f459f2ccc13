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

// Nobody points at anything before the first paint. Where its code does not come, one does without.
const Bubble = lazy<ComponentType<TooltipBubbleProps>>(() =>
  import('#web/components/ui/tooltip-bubble.tsx').then(
    (m) => ({ default: m.TooltipBubble }),
    () => ({ default: () => null }),
  ),
)

/** As long as the pointer may take from what is named to the bubble. */
const LEAVE_MS = 120

/** Closes the one that is open: one at a time, also where the focus has opened it and the pointer is elsewhere. */
let closeOpen: (() => void) | undefined

type TooltipProps = {
  content: string
  side?: TooltipBubbleProps['side']
  disabled?: boolean
  /** What it names. */
  children: ComponentProps<typeof Slot.Root>['children']
}

/** Names its child on hover and focus, without a delay. The child still needs an accessible name of its own. */
export function Tooltip({ content, side = 'top', disabled = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const id = useId()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = useRef(() => setAnchor(null))
  const isOpen = anchor !== null && !disabled
  const stay = () => clearTimeout(leaving.current)
  useEffect(() => () => clearTimeout(leaving.current), [])

  function show(event: PointerEvent | FocusEvent) {
    stay()
    if (closeOpen !== close.current) closeOpen?.()
    closeOpen = close.current
    setAnchor(event.currentTarget)
  }
  function hide() {
    stay()
    setAnchor(null)
  }
  return (
    <>
      <Slot.Root
        onPointerEnter={(event) => event.pointerType !== 'touch' && show(event)}
        onPointerLeave={() => {
          leaving.current = setTimeout(hide, LEAVE_MS)
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
          <Bubble anchor={anchor} id={id} side={side} onClose={hide} onEnter={stay}>
            {content}
          </Bubble>
        </Suspense>
      )}
    </>
  )
}
