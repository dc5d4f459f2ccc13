import { Outlet } from 'react-router'
import { BackupStatus } from '#web/features/backups/backup-status.tsx'

/** What administrators see on each of their screens: the screen, and how the installation is doing. */
export function AdminLayout() {
  return (
    <>
      <Outlet />
      <BackupStatus className="mt-4" />
    </>
  )
}
