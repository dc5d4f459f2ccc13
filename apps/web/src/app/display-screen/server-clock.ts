import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/**
 * The time as the server has it. A display's own clock may be wrong and may jump; until the server has said its time,
 * there is no other.
 */
export function createServerClock(ticks: () => number, device: () => number) {
  let aheadMs: number | null = null
  return {
    /** `askedAt`: in ticks, when the answer with this time was asked for. */
    note(at: string, askedAt: number) {
      aheadMs = Date.parse(at) - (askedAt + ticks()) / 2
    },
    now: (): number => (aheadMs === null ? device() : ticks() + aheadMs),
  }
}

export const serverClock = createServerClock(() => performance.now(), Date.now)

const lastMultiple = (everyMs: number) => Math.floor(serverClock.now() / everyMs) * everyMs

/** The server's time in ms, anew at every full multiple of `everyMs`. */
export function useServerTime(everyMs: number): number {
  const [now, setNow] = useState(() => lastMultiple(everyMs))
  useEffect(() => {
    const timer = setInterval(() => setNow(lastMultiple(everyMs)), TICK_MS)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
