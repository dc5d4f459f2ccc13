import { type TimeRange, type TimeSpan, zoomSpan } from '@atalaya/charts/cursor'
import { type PointerEvent, useState } from 'react'

type Handlers = { onCursor: (at: number | null) => void; onZoom: (span: TimeSpan) => void }

/**
 * Moves the cursor with mouse, pen and finger; dragging the mouse selects a time range. `labelsWidthPx` is the width
 * of the axis labels, left of the plot: a pointer on them counts as at the start of the range.
 */
export function usePlotPointer(range: TimeRange, labelsWidthPx: number, { onCursor, onZoom }: Handlers) {
  // Fractions of the plot's width, not instants: the range may change during a drag, and the ends stay in their place.
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)

  function fractionOf({ currentTarget, clientX }: PointerEvent<SVGRectElement>): number {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (clientX - left - labelsWidthPx) / (width - labelsWidthPx)))
  }
  const instantAt = (fraction: number) => Math.round(range.from + fraction * (range.to - range.from))

  return {
    /** Selected time span; null without a drag. */
    drag: drag && { from: instantAt(drag.from), to: instantAt(drag.to) },
    handlers: {
      onPointerDown(event: PointerEvent<SVGRectElement>) {
        const at = fractionOf(event)
        onCursor(instantAt(at))
        if (event.pointerType !== 'mouse' || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: at, to: at })
      },
      onPointerMove(event: PointerEvent<SVGRectElement>) {
        const at = fractionOf(event)
        onCursor(instantAt(at))
        if (drag) setDrag({ from: drag.from, to: at })
      },
      onPointerUp(event: PointerEvent<SVGRectElement>) {
        const zoomed = drag && zoomSpan(instantAt(drag.from), instantAt(fractionOf(event)), range)
        setDrag(null)
        if (zoomed) onZoom(zoomed)
      },
      onPointerCancel: () => setDrag(null),
      // The browser takes the pointer away without a release, for a menu or a drag of its own.
      onLostPointerCapture: () => setDrag(null),
      // Keeps the cursor after a touch, so that the values stay readable.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && onCursor(null),
    },
  }
}
