import { dateTimeText } from '@atalaya/format/date'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { UserDialogProps } from '#web/features/users/user-actions.ts'
import { unlockUser, useLock } from '#web/features/users/user-locks.ts'
import { useFormats } from '#web/lib/formats.ts'

export function UserUnlockDialog({ user, onClose }: UserDialogProps) {
  const formats = useFormats()
  const lock = useLock(user._id)
  const unlock = useMutation(unlockUser)
  const where = lock?.onKnownDevice ? 'one of the browsers that were used before' : 'browsers that were not used before'
  return (
    <ConfirmDialog
      title="Lift lock"
      description={
        lock
          ? `${lock.failures} wrong passwords in a row for "${user.username}", the last at ${dateTimeText(lock.since, formats)}. Until ${dateTimeText(lock.until, formats)} nobody can sign in on ${where}.`
          : `"${user.username}" is not locked any more.`
      }
      confirmText="Lift lock"
      busyText="Lifting..."
      isBusy={unlock.isPending}
      onConfirm={() => unlock.mutate(user._id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
