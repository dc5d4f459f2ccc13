import { useEffect, useState } from 'react'
import { currentConnectivity, useIsStuck } from '#web/lib/live/connectivity.ts'

const DELAY_MS = 2_000

/** Notice above loading content: the content waits for the server. Shown after a moment. */
export function WaitingNotice() {
  const isStuck = useIsStuck()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isStuck) return
    const timer = setTimeout(setShown, DELAY_MS, true)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isStuck])
  return (
    // Without a height of its own, so that nothing moves when it comes and goes.
    <div
      aria-live="polite"
      className="pointer-events-none sticky top-[40svh] z-10 flex h-0 items-center justify-center"
    >
      {isShown && (
        <p className="rounded-lg border bg-popover px-4 py-3 text-center text-sm shadow-md">
          Waiting for the {currentConnectivity() === 'offline' ? 'network' : 'server'}. This goes on by itself once it
          is back.
        </p>
      )}
    </div>
  )
}
