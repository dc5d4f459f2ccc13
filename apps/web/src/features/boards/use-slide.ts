import { type RefObject, useLayoutEffect, useRef } from 'react'

const DURATION_MS = 180

type Offset = { x: number; y: number }

/**
 * Lets an element slide to its new place in the layout instead of jumping there. `key` changes with the place;
 * `from` says where it was seen last, when a drag had moved it away from its place in the layout.
 */
export function useSlide(ref: RefObject<HTMLElement | null>, key: string) {
  const last = useRef<Offset | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what changes when the layout moves the element.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const before = last.current
    const now = { x: element.offsetLeft, y: element.offsetTop }
    last.current = now
    const [dx, dy] = before ? [before.x - now.x, before.y - now.y] : [0, 0]
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if ((dx === 0 && dy === 0) || isCalm) return
    element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
      duration: DURATION_MS,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    })
  }, [ref, key])

  return {
    from(moved: Offset) {
      const element = ref.current
      if (element) last.current = { x: element.offsetLeft + moved.x, y: element.offsetTop + moved.y }
    },
  }
}
