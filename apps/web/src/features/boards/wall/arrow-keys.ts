import { useEffect } from 'react'

const isBusyWithKeys = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="menu"], [role="dialog"], [role="slider"]') !== null

/** Calls `back` and `forward` for the arrow keys, unless the focus is in an element that uses them itself. */
export function useArrowKeys(back: (() => void) | undefined, forward: (() => void) | undefined) {
  useEffect(() => {
    function onKey({ key, target }: KeyboardEvent) {
      if (isBusyWithKeys(target)) return
      if (key === 'ArrowLeft') back?.()
      if (key === 'ArrowRight') forward?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [back, forward])
}
