import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { UserDialogProps } from '#web/features/users/user-actions.ts'
import { unlockUser, useLock } from '#web/features/users/user-locks.ts'

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const when = (iso: string) => exact.format(new Date(iso))

export function UserUnlockDialog({ user, onClose }: UserDialogProps) {
  const lock = useLock(user._id)
  const unlock = useMutation(unlockUser)
  const where = lock?.onKnownDevice ? 'one of the browsers that were used before' : 'browsers that were not used before'
  return (
    <ConfirmDialog
      title="Lift lock"
      description={
        lock
          ? `${lock.failures} wrong passwords in a row for "${user.username}", the last at ${when(lock.since)}. Until ${when(lock.until)} nobody can sign in on ${where}.`
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
