import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/**
 * The server's time. A display's own clock may be wrong or jump, so it counts only until the server has sent its time.
 * `ticks`: a clock that never jumps, in ms; `device`: the device's time of day.
 */
export function createServerClock(ticks: () => number, device: () => number) {
  let serverAheadMs: number | null = null
  return {
    /** `sentAt`: ticks when the request for this time was sent. */
    set(at: string, sentAt: number) {
      // The server wrote its time about halfway between the request and the answer.
      serverAheadMs = Date.parse(at) - (sentAt + ticks()) / 2
    },
    now: (): number => (serverAheadMs === null ? device() : ticks() + serverAheadMs),
  }
}

export const serverClock = createServerClock(() => performance.now(), Date.now)

const lastMultiple = (everyMs: number) => Math.floor(serverClock.now() / everyMs) * everyMs

/** The server's time in ms, updated at every full multiple of `everyMs`. */
export function useServerTime(everyMs: number): number {
  const [now, setNow] = useState(() => lastMultiple(everyMs))
  useEffect(() => {
    const timer = setInterval(() => setNow(lastMultiple(everyMs)), TICK_MS)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
