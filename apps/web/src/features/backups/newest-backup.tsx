import type { BackupSchedule } from '@atalaya/contract/backups'
import { useMutation } from '@tanstack/react-query'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { BackupStatus } from '#web/features/backups/backup-status.tsx'
import { makeBackup } from '#web/features/backups/backups.queries.ts'
import { useAsked } from '#web/lib/use-asked.ts'

/** Age of the newest backup and how many are stored, with a button that asks for one now. */
export function NewestBackup({ schedule }: { schedule: BackupSchedule }) {
  const { mutate, isPending } = useMutation(makeBackup)
  useAsked('back-up', () => mutate())
  const { lastAt, everyHours, keep, failure, isLate, isAsked } = schedule
  const isMaking = isPending || isAsked
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <RelativeTime at={lastAt} fallback="None yet" />, every {everyHours} h, {keep} are kept
      </p>
      {(failure || isLate) && <BackupStatus />}
      <Button variant="secondary" size="sm" busy={isMaking} onClick={() => mutate()}>
        {isMaking ? 'Backing up…' : 'Back up now'}
      </Button>
    </div>
  )
}
