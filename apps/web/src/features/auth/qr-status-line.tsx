import type { QrStatus } from '@atalaya/contract/qr'
import { CircleCheck, Clock, type LucideIcon, ScanLine, Smartphone } from 'lucide-react'
import { cn } from '#web/lib/looks/cn.ts'

const lines: Record<QrStatus, { icon: LucideIcon; text: string; tone: string }> = {
  pending: { icon: ScanLine, text: 'Scan the QR code with your mobile device', tone: 'text-muted-foreground' },
  scanned: {
    icon: Smartphone,
    text: 'QR code scanned. Enter your credentials on the mobile device',
    tone: 'text-info-text',
  },
  authenticated: { icon: CircleCheck, text: 'Authentication successful! Redirecting...', tone: 'text-success-text' },
  expired: { icon: Clock, text: 'The QR code has expired. Generate a new one.', tone: 'text-warning-text' },
}

/** Status of the sign-in, announced when it changes. */
export function QrStatusLine({ status }: { status: QrStatus }) {
  const { icon: Icon, text, tone } = lines[status]
  return (
    <p role="status" className="flex min-h-10 items-center gap-2.5 font-medium text-base">
      <Icon className={cn('size-5 shrink-0', tone)} aria-hidden />
      {text}
    </p>
  )
}
