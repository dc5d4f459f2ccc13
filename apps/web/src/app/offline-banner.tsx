import { useEffect } from 'react'
import { pingServer } from '#web/lib/calls/request.ts'
import { type Connectivity, silentForMs, useConnectivity } from '#web/lib/live/connectivity.ts'

/** Silence before a check. Together with the check it stays within the 5 s in which a loss must be shown. */
const CHECK_AFTER_MS = 1_500
const POLL_MS = 500

const texts: Record<Connectivity, string> = {
  online: '',
  offline: 'You are offline. What you see may be out of date.',
  unreachable: 'The server cannot be reached. Trying again…',
}

/** While visible, checks the server after a moment of silence. */
function useServerCheck() {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && silentForMs() >= CHECK_AFTER_MS) void pingServer()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [])
}

/**
 * Banner over every screen while the network or the server is away. Content that fills the screen or sticks to its top
 * makes room for it (styles.css).
 */
export function OfflineBanner() {
  const connectivity = useConnectivity()
  useServerCheck()
  return (
    <div aria-live="polite" className="sticky top-0 z-40">
      {connectivity !== 'online' && <p className="outage">{texts[connectivity]}</p>}
    </div>
  )
}
