import { StatusBadge } from '#web/components/status-badge.tsx'

/** Whether a display is there, as colour, sign and word. */
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
