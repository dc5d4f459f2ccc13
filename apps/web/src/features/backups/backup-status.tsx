import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { backupsQuery } from '#web/features/backups/backups.queries.ts'

/** Age of the newest scheduled backup, in a warning box if it is late or failed. Renders nothing without a schedule. */
export function BackupStatus() {
  const { data: status } = useQuery(backupsQuery)
  if (!status) return null
  const { lastAt, isLate, failure } = status
  const ageText = lastAt ? (
    <>
      Last backup <RelativeTime at={lastAt} fallback="" />.
    </>
  ) : (
    'No backup yet.'
  )
  if (!failure && !isLate) return <p className="text-muted-foreground text-sm">{ageText}</p>
  return (
    <Alert>
      {failure && (
        <>
          The backup failed <RelativeTime at={failure.at} fallback="" />: {failure.reason}.{' '}
        </>
      )}
      {ageText}
    </Alert>
  )
}
