import { type TimeRange, type TimeSpan, zoomSpan } from '@atalaya/charts/cursor'
import { type PointerEvent, useState } from 'react'

type Hearers = { onCursor: (at: number | null) => void; onZoom: (span: TimeSpan) => void }

/**
 * The cursor follows mouse, pen and finger; a mouse that is dragged chooses a part of the time. What begins on the labels
 * before the plot, `before` px wide, begins with the time.
 */
export function usePlotPointer(range: TimeRange, before: number, { onCursor, onZoom }: Hearers) {
  const [drag, setDrag] = useState<TimeSpan | null>(null)

  function instantOf({ currentTarget, clientX }: PointerEvent<SVGRectElement>): number {
    const { left, width } = currentTarget.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (clientX - left - before) / (width - before)))
    return Math.round(range.from + part * (range.to - range.from))
  }

  return {
    drag,
    handlers: {
      onPointerDown(event: PointerEvent<SVGRectElement>) {
        const at = instantOf(event)
        onCursor(at)
        if (event.pointerType !== 'mouse' || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: at, to: at })
      },
      onPointerMove(event: PointerEvent<SVGRectElement>) {
        const at = instantOf(event)
        onCursor(at)
        if (drag) setDrag({ from: drag.from, to: at })
      },
      onPointerUp(event: PointerEvent<SVGRectElement>) {
        const chosen = drag && zoomSpan(drag.from, instantOf(event), range)
        setDrag(null)
        if (chosen) onZoom(chosen)
      },
      onPointerCancel: () => setDrag(null),
      // What a finger pointed at stays readable when the finger is gone.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && onCursor(null),
    },
  }
}
