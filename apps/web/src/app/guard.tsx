import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { hasLeft, useSession } from '#web/lib/session.ts'

function useLiveEvents(userId: string | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (!userId) return
    // Not needed for the first paint.
    const stop = import('#web/app/live-events.ts').then(({ startLiveEvents }) => startLiveEvents(client))
    // Signing out must lead there without a network too.
    void stop.then(() => import('#web/features/auth/login-page.tsx'))
    return () => void stop.then((end) => end())
  }, [client, userId])
}

/** Renders its routes only for a session; otherwise sign in first and come back here. */
export function Guard() {
  const session = useSession()
  const location = useLocation()
  // Who had one is told that it ended; who only opened a link is not.
  const [hasEnded] = useState(session !== null)
  useLiveEvents(session?.user?._id)
  if (session) return <Outlet />
  return <Navigate to="/login" replace state={hasLeft() ? null : { from: location, hasEnded }} />
}
