import { useEffect, useState } from 'react'
import { useSuspended } from './hooks.ts'

/** The time in ms, read again as each step begins (each full minute, say) while the widget is in sight. */
export function useTick(stepMs: number): number {
  const isSuspended = useSuspended()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (isSuspended) return
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = Date.now()
      setNow(at)
      timer = setTimeout(tick, stepMs - (at % stepMs))
    }
    tick()
    return () => clearTimeout(timer)
  }, [isSuspended, stepMs])
  return now
}
