import { bytesText } from '@atalaya/format/bytes'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '#web/components/ui/alert.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { installationQuery } from '#web/features/installation/installation.queries.ts'
import { useFormats } from '#web/lib/formats.ts'

/** Free space on the disk of the data folder; warns if it is low. Renders nothing if the size is unknown. */
export function DiskStatus() {
  const formats = useFormats()
  const { data, isPending } = useQuery(installationQuery)
  // Skeleton of the line's height, so that the page does not jump.
  if (isPending) return <Skeleton className="h-5 w-48" />
  const disk = data?.disk
  if (!disk) return null
  const { freeBytes, totalBytes, level } = disk
  const freeText = `${bytesText(freeBytes, formats)} of ${bytesText(totalBytes, formats)} free`
  if (level === 'ok') return <p className="text-muted-foreground text-sm">{freeText} on the disk of this server.</p>
  return (
    <Alert>
      {level === 'full'
        ? `The disk of this server is full: ${freeText}. What agents measure is not stored until there is room on it. `
        : `There is little room left on the disk of this server: ${freeText}. `}
      Delete what is not needed there, or move the data folder to a larger disk.
    </Alert>
  )
}
