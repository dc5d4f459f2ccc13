import type { BackupSchedule } from '@atalaya/contract/backups'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { BackupStatus } from '#web/features/backups/backup-status.tsx'

type NewestBackupProps = {
  schedule: BackupSchedule
  /** The request for a backup is on its way. */
  isRequesting: boolean
  onBackUp: () => void
}

/** Age of the newest backup and how many are stored, with a button that requests one now. */
export function NewestBackup({ schedule, isRequesting, onBackUp }: NewestBackupProps) {
  const { lastAt, everyHours, keep, failure, isLate, isAsked } = schedule
  const isMaking = isRequesting || isAsked
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <RelativeTime at={lastAt} fallback="None yet" />, every {everyHours} h, {keep} are kept
      </p>
      {(failure || isLate) && <BackupStatus />}
      <Button variant="secondary" size="sm" busy={isMaking} onClick={onBackUp}>
        {isMaking ? 'Backing up…' : 'Back up now'}
      </Button>
    </div>
  )
}
