import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'

/** Asks before a form with input is left. */
export function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      description="Your changes here will be lost."
      confirmText="Leave"
      busyText="Leave"
      cancelText="Stay"
      isDestructive
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}
