import { Outlet } from 'react-router'
import { BackupStatus } from '#web/features/backups/backup-status.tsx'
import { DiskStatus } from '#web/features/installation/disk-status.tsx'
import { LostSecrets } from '#web/features/installation/lost-secrets.tsx'

/** What administrators see on each of their screens: the screen, and how the installation is doing. */
export function AdminLayout() {
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
