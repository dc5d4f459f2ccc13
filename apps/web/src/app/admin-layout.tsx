import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { BackupStatus } from '#web/features/backups/backup-status.tsx'
import { DiskStatus } from '#web/features/installation/disk-status.tsx'
import { LostSecrets } from '#web/features/installation/lost-secrets.tsx'
import { notify } from '#web/lib/notify.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/**
 * Frame of administrators' screens: the screen, and the state of the installation. The server refuses everybody else
 * anyway; a demotion leads home at once.
 */
export function AdminLayout() {
  const session = useSession()
  if (!isAdmin(session?.user)) return <RedirectHome />
  return (
    <>
      <Outlet />
      <div className="mt-4 grid gap-2 empty:hidden">
        <BackupStatus />
        <DiskStatus />
        <LostSecrets />
      </div>
    </>
  )
}

function RedirectHome() {
  useEffect(() => void notify('error', 'That screen is for administrators.'), [])
  return <Navigate to="/" replace />
}
