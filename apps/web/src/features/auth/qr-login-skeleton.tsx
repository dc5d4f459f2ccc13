import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { QR_SIZE_PX } from '#web/features/auth/qr-state.ts'

/** Has the size of the QR view, so that nothing jumps when the code arrives. */
export function QrLoginSkeleton() {
  return (
    <div className="grid h-[25.5rem] justify-items-center gap-5 pt-3" role="status" aria-label="Generating QR code">
      <Skeleton style={{ width: QR_SIZE_PX, height: QR_SIZE_PX }} className="rounded-lg" />
    </div>
  )
}
