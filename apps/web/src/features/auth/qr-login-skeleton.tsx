import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { QrColumns } from '#web/features/auth/qr-columns.tsx'

/** Skeleton of the QR view's size: nothing jumps when the code arrives. */
export function QrLoginSkeleton() {
  return (
    <div role="status" aria-label="Generating QR code">
      <QrColumns picture={<div className="size-50 animate-pulse rounded-md bg-black/10" />}>
        <Skeleton className="h-5 w-60" />
        <Skeleton className="h-10 w-32" />
        <Skeleton className="h-5 w-24" />
      </QrColumns>
    </div>
  )
}
