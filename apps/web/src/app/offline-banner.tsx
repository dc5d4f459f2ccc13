import { useEffect } from 'react'
import { type Reach, silentForMs, useReach } from '#web/lib/reachable.ts'
import { knock } from '#web/lib/request.ts'

/** So long, and the time that a sign of life may take, is within the 5 s in which a loss is told. */
const SILENT_MS = 1_500
const LOOK_MS = 500

const texts: Record<Reach, string> = {
  online: '',
  offline: 'You are offline. What you see may be out of date.',
  unreachable: 'The server cannot be reached. Trying again…',
}

/** A page in sight asks for a sign of life whenever nothing was heard for a moment. */
function usePulse() {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && silentForMs() >= SILENT_MS) void knock()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}

/**
 * Says above every screen that the network or the server is away, until it is back. What fills the screen or sticks to
 * its top makes room for it (styles.css).
 */
export function OfflineBanner() {
  const reach = useReach()
  usePulse()
  return (
    <div aria-live="polite" className="sticky top-0 z-40">
      {reach !== 'online' && <p className="outage">{texts[reach]}</p>}
    </div>
  )
}
