import { useEffect, useState } from 'react'
import { QR_TICK_MS, secondsLeft } from '#web/features/auth/qr-state.ts'

/** Counts down to an instant, once a second, and stops there. */
export function useSecondsLeft(endMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsLeft(endMs, Date.now()))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setSeconds(secondsLeft(endMs, Date.now())), QR_TICK_MS)
    return () => clearInterval(timer)
  }, [endMs, isOver])
  return seconds
}
