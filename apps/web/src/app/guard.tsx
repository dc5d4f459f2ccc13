import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { hasLeft, useSession } from '#web/lib/session.ts'
import { useTemporaryPassword } from '#web/lib/temporary-password.ts'

const TemporaryPasswordPage = lazy(() =>
  import('#web/app/temporary-password-page.tsx').then((m) => ({ default: m.TemporaryPasswordPage })),
)

function useLiveEvents(userId: string | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (!userId) return
    // Not needed for the first paint.
    const stop = import('#web/app/live-events.ts').then(({ startLiveEvents }) => startLiveEvents(client))
    return () => void stop.then((end) => end())
  }, [client, userId])
}

/**
 * Signing out must lead there without a network too, from the menu on. Its code comes at the first sign of somebody who
 * could: the first picture does not share the line with it, and a screen on a wall never loads it.
 */
function useWayOut() {
  useEffect(() => {
    const seen = new AbortController()
    const load = () => {
      seen.abort()
      void import('#web/features/auth/login-page.tsx')
      void import('#web/app/shell/opened-user-menu.tsx')
    }
    for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
      window.addEventListener(sign, load, { signal: seen.signal, passive: true, capture: true })
    return () => seen.abort()
  }, [])
}

/** Renders its routes only for a session with a password of its own; otherwise that first, and then back here. */
export function Guard() {
  const session = useSession()
  const location = useLocation()
  // Who had one is told that it ended; who only opened a link is not.
  const [hasEnded] = useState(session !== null)
  const isTemporary = useTemporaryPassword()
  useLiveEvents(isTemporary ? undefined : session?.user?._id)
  useWayOut()
  if (session && isTemporary) {
    return (
      <Suspense>
        <TemporaryPasswordPage />
      </Suspense>
    )
  }
  if (session) return <Outlet />
  return <Navigate to="/login" replace state={hasLeft() ? null : { from: location, hasEnded }} />
}
