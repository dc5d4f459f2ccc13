import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { SetupGate } from '#web/app/setup-gate.tsx'
import { useAttended } from '#web/lib/attended.ts'
import { hasSignedOut, useSession } from '#web/lib/session/session.ts'

/** Loads the sign-in page ahead: signing out must work without a network. */
function usePrefetchedSignIn() {
  const isAttended = useAttended()
  useEffect(() => {
    if (!isAttended) return
    void import('#web/features/auth/login-page.tsx')
    void import('#web/app/shell/opened-user-menu.tsx')
  }, [isAttended])
}

/**
 * Renders its routes only for a session whose account is set up. Without a session the sign-in comes first, then the
 * requested screen.
 */
export function Guard() {
  const session = useSession()
  const location = useLocation()
  // Only a person who had a session sees that it ended.
  const [hadSession] = useState(session !== null)
  usePrefetchedSignIn()
  if (!session)
    return <Navigate to="/login" replace state={hasSignedOut() ? null : { from: location, hasEnded: hadSession }} />
  return (
    <SetupGate>
      <Outlet />
    </SetupGate>
  )
}
