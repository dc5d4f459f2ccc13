import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type Offset, slideOffset } from '#web/features/boards/slide-from.ts'

const DURATION_MS = 180

/**
 * Animates an element to its new place in the layout. `key` changes with the place. `setStart` sets where the next
 * animation starts, after a drag has moved the element.
 */
export function useSlide(ref: RefObject<HTMLElement | null>, key: string) {
  const lastPosition = useRef<Offset | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes whenever the layout moves the element.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const oldPosition = lastPosition.current
    const newPosition = { x: element.offsetLeft, y: element.offsetTop }
    lastPosition.current = newPosition
    const offset = slideOffset(oldPosition, newPosition)
    const isReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!offset || isReducedMotion) return
    element.animate([{ transform: `translate(${offset.x}px, ${offset.y}px)` }, { transform: 'none' }], {
      duration: DURATION_MS,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    })
  }, [ref, key])

  return {
    setStart(moved: Offset) {
      const element = ref.current
      if (element) lastPosition.current = { x: element.offsetLeft + moved.x, y: element.offsetTop + moved.y }
    },
  }
}
