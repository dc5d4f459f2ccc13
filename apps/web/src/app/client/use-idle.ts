import { useEffect, useState } from 'react'

const IDLE_AFTER_MS = 300_000
const ACTIVITY_THROTTLE_MS = 500

const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

/** True after `idleMs` without activity, until the next activity. With null it is never true. */
export function useIdle(idleMs: number | null = IDLE_AFTER_MS): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    setIdle(false)
    if (idleMs === null) return
    let wasIdle = false
    function report(isIdle: boolean) {
      // A state set again, even to the same value, is queued by React until the next render.
      if (isIdle !== wasIdle) setIdle(isIdle)
      wasIdle = isIdle
    }
    const begin = () => setTimeout(() => report(true), idleMs)
    let timer = begin()
    let lastActivityAt = Number.NEGATIVE_INFINITY
    function onActivity() {
      // Not the time of day: set back, it would hide all activity for a while.
      const now = performance.now()
      if (now - lastActivityAt < ACTIVITY_THROTTLE_MS) return
      lastActivityAt = now
      report(false)
      clearTimeout(timer)
      timer = begin()
    }
    for (const type of ACTIVITY) window.addEventListener(type, onActivity, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const type of ACTIVITY) window.removeEventListener(type, onActivity, { capture: true })
    }
  }, [idleMs])
  return isIdle
}
