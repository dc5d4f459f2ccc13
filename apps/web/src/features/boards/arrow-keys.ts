import { useEffect } from 'react'

const isBusyWithKeys = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="menu"], [role="dialog"], [role="slider"]') !== null

/** Moves on and back by the arrow keys, wherever these are not somebody else's. */
export function useArrowKeys(back: (() => void) | undefined, on: (() => void) | undefined) {
  useEffect(() => {
    function onKey({ key, target }: KeyboardEvent) {
      if (isBusyWithKeys(target)) return
      if (key === 'ArrowLeft') back?.()
      if (key === 'ArrowRight') on?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [back, on])
}
