import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'

/** Asks whoever is about to leave a form in which something was typed. */
export function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      description="What you changed here is not kept."
      confirmText="Leave"
      busyText="Leave"
      cancelText="Stay"
      isDestructive
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}
