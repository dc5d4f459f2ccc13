import { StatusBadge } from '#web/components/status-badge.tsx'

/** Badge with colour, icon and word: online or offline. */
export function DisplayStatus({ isOnline }: { isOnline: boolean }) {
  return isOnline ? (
    <StatusBadge tone="success" sign="done" isLive>
      Online
    </StatusBadge>
  ) : (
    <StatusBadge tone="neutral" sign="away">
      Away
    </StatusBadge>
  )
}
