import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { OwnPassword } from '#web/app/own-password.tsx'
import { useAttended } from '#web/lib/attended.ts'
import { hasLeft, useSession } from '#web/lib/session.ts'

/** Signing out must lead there without a network too, from the menu on. */
function useWayOut() {
  const isAttended = useAttended()
  useEffect(() => {
    if (!isAttended) return
    void import('#web/features/auth/login-page.tsx')
    void import('#web/app/shell/opened-user-menu.tsx')
  }, [isAttended])
}

/** Renders its routes only for a session with a password of its own; otherwise that first, and then back here. */
export function Guard() {
  const session = useSession()
  const location = useLocation()
  // Who had one is told that it ended; who only opened a link is not.
  const [hasEnded] = useState(session !== null)
  useWayOut()
  if (!session) return <Navigate to="/login" replace state={hasLeft() ? null : { from: location, hasEnded }} />
  return (
    <OwnPassword>
      <Outlet />
    </OwnPassword>
  )
}
