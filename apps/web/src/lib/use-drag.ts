import { type PointerEvent, useRef } from 'react'

/** A shorter move is a click, not a drag. */
const THRESHOLD_PX = 4

export type DragHandlers = {
  onStart: () => void
  onMove: (dx: number, dy: number) => void
  onEnd: (dx: number, dy: number) => void
  onCancel: () => void
}

type Press = {
  pointerId: number
  x: number
  y: number
  dx: number
  dy: number
  isDragging: boolean
  stop: () => void
}

/** Pointer handlers of a drag handle, for mouse, pen and touch. Escape, or a lost pointer, cancels. */
export function useDrag({ onStart, onMove, onEnd, onCancel }: DragHandlers) {
  const session = useRef<Press | null>(null)

  function finish(): Press | null {
    const over = session.current
    session.current = null
    over?.stop()
    return over
  }
  function cancel() {
    if (finish()?.isDragging) onCancel()
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || session.current) return
      const { pointerId, clientX: x, clientY: y, currentTarget } = event
      currentTarget.setPointerCapture(pointerId)
      const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && cancel()
      window.addEventListener('keydown', onKey)
      const stop = () => window.removeEventListener('keydown', onKey)
      session.current = { pointerId, x, y, dx: 0, dy: 0, isDragging: false, stop }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = session.current
      if (held?.pointerId !== event.pointerId) return
      held.dx = event.clientX - held.x
      held.dy = event.clientY - held.y
      if (!held.isDragging && Math.hypot(held.dx, held.dy) < THRESHOLD_PX) return
      if (!held.isDragging) onStart()
      held.isDragging = true
      onMove(held.dx, held.dy)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (session.current?.pointerId !== event.pointerId) return
      const over = finish()
      if (over?.isDragging) onEnd(over.dx, over.dy)
    },
    onPointerCancel: cancel,
    onLostPointerCapture: cancel,
  }
}
