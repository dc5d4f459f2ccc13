import { Navigate, Outlet, useLocation } from 'react-router'
import { hasLeft, useSession } from '#web/lib/session.ts'

/** Renders its routes only for a session; otherwise sign in first and come back here. */
export function Guard() {
  const session = useSession()
  const location = useLocation()
  if (session) return <Outlet />
  return <Navigate to="/login" replace state={hasLeft() ? null : { from: location }} />
}
