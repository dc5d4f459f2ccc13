import { useEffect, useState } from 'react'

const IDLE_MS = 300_000
const ACTIVITY_THROTTLE_MS = 500

const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

/** Whether nobody has touched the screen for five minutes; any activity ends it. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), IDLE_MS)
    let last = 0
    function onActivity() {
      const now = Date.now()
      if (now - last < ACTIVITY_THROTTLE_MS) return
      last = now
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), IDLE_MS)
    }
    for (const type of ACTIVITY) window.addEventListener(type, onActivity, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const type of ACTIVITY) window.removeEventListener(type, onActivity, { capture: true })
    }
  }, [])
  return isIdle
}
