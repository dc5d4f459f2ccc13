import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { notify } from '#web/lib/notify.ts'
import { isAdmin, useSession } from '#web/lib/session.ts'

/** Screens for administrators; the server refuses everybody else anyway. A demotion leads home at once. */
export function AdminGuard() {
  const session = useSession()
  return isAdmin(session?.user) ? <Outlet /> : <SentHome />
}

function SentHome() {
  useEffect(() => void notify('error', 'For administrators only'), [])
  return <Navigate to="/" replace />
}
