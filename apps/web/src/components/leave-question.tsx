import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'

/** Texts about the loss caused by leaving, if it is more than typed input. */
export type Loss = { title: string; description: string; confirmText: string }

const UNSAVED: Loss = {
  title: 'Leave without saving?',
  description: 'Your changes here will be lost.',
  confirmText: 'Leave',
}

type LeaveQuestionProps = { loss?: Loss | null | undefined; onLeave: () => void; onStay: () => void }

/** Asks before leaving discards typed input, or causes another `loss`. */
export function LeaveQuestion({ loss, onLeave, onStay }: LeaveQuestionProps) {
  const { title, description, confirmText } = loss ?? UNSAVED
  return (
    <ConfirmDialog
      title={title}
      description={description}
      confirmText={confirmText}
      busyText={confirmText}
      cancelText="Stay"
      isDestructive
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}
