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
  const currentPress = useRef<Press | null>(null)

  function finish(): Press | null {
    const endedPress = currentPress.current
    currentPress.current = null
    endedPress?.stop()
    return endedPress
  }
  function cancel() {
    if (finish()?.isDragging) onCancel()
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || currentPress.current) return
      const { pointerId, clientX: x, clientY: y, currentTarget } = event
      currentTarget.setPointerCapture(pointerId)
      const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && cancel()
      window.addEventListener('keydown', onKey)
      const stop = () => window.removeEventListener('keydown', onKey)
      currentPress.current = { pointerId, x, y, dx: 0, dy: 0, isDragging: false, stop }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const press = currentPress.current
      if (press?.pointerId !== event.pointerId) return
      press.dx = event.clientX - press.x
      press.dy = event.clientY - press.y
      if (!press.isDragging && Math.hypot(press.dx, press.dy) < THRESHOLD_PX) return
      if (!press.isDragging) onStart()
      press.isDragging = true
      onMove(press.dx, press.dy)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (currentPress.current?.pointerId !== event.pointerId) return
      const endedPress = finish()
      if (endedPress?.isDragging) onEnd(endedPress.dx, endedPress.dy)
    },
    onPointerCancel: cancel,
    onLostPointerCapture: cancel,
  }
}
