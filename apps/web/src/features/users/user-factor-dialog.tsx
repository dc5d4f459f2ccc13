import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { UserDialogProps } from '#web/features/users/user-actions.ts'
import { resetUserFactor } from '#web/features/users/user-factor.queries.ts'

export function UserFactorDialog({ user, onClose }: UserDialogProps) {
  const reset = useMutation(resetUserFactor)
  return (
    <ConfirmDialog
      title="Reset second factor"
      description={`"${user.username}" loses all passkeys, the app and the recovery codes, and signs in by the password alone. All sessions end. Make sure first that it is really them who asks.`}
      confirmText="Reset"
      busyText="Resetting..."
      isDestructive
      isBusy={reset.isPending}
      error={reset.error?.message}
      onConfirm={() => reset.mutate(user._id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
