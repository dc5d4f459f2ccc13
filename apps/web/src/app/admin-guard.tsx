import { Navigate, Outlet } from 'react-router'
import { isAdmin, useSession } from '#web/lib/session.ts'

/** Screens for administrators; the server refuses everybody else anyway. A demotion leads home at once. */
export function AdminGuard() {
  const session = useSession()
  return isAdmin(session?.user) ? <Outlet /> : <Navigate to="/" replace />
}
