import { useEffect } from 'react'
import { useArrowKeys } from '#web/features/boards/wall/arrow-keys.ts'
import { useStable } from '#web/lib/use-stable.ts'

const SWIPE_PX = 50

/** Direction of a swipe on a picture rotated by `turned` degrees: 1 to the next page, -1 back, 0 neither. */
export function swipeDirection({ dx, dy }: { dx: number; dy: number }, turned: number): 1 | -1 | 0 {
  const along = { 0: dx, 90: dy, 180: -dx, 270: -dy }[turned] ?? dx
  const across = turned % 180 === 0 ? dy : dx
  if (Math.abs(along) < SWIPE_PX || Math.abs(along) <= Math.abs(across)) return 0
  return along < 0 ? 1 : -1
}

/** Moves between pages by swipes and arrow keys. */
export function useManualMoves(turned: number, move: (direction: 1 | -1) => void): void {
  const back = useStable(() => move(-1))
  const forward = useStable(() => move(1))
  useArrowKeys(back, forward)
  const onSwipe = useStable((distance: { dx: number; dy: number }) => {
    const direction = swipeDirection(distance, turned)
    if (direction !== 0) move(direction)
  })
  useEffect(() => {
    let downEvent: PointerEvent | null = null
    const onDown = (event: PointerEvent) => {
      downEvent = event
    }
    const onUp = (event: PointerEvent) => {
      if (downEvent?.pointerId === event.pointerId)
        onSwipe({ dx: event.clientX - downEvent.clientX, dy: event.clientY - downEvent.clientY })
      downEvent = null
    }
    window.addEventListener('pointerdown', onDown)
    window.addEventListener('pointerup', onUp)
    return () => {
      window.removeEventListener('pointerdown', onDown)
      window.removeEventListener('pointerup', onUp)
    }
  }, [onSwipe])
}
