import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'

type BlockSelfDialogProps = { onConfirm: () => void; onClose: () => void }

/** Confirmation before an administrator blocks their own account. */
export function BlockSelfDialog({ onConfirm, onClose }: BlockSelfDialogProps) {
  return (
    <ConfirmDialog
      title="Block your own account?"
      description="You are signed out at once, and only another administrator can let you in again."
      confirmText="Block me"
      busyText="Blocking..."
      isDestructive
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
