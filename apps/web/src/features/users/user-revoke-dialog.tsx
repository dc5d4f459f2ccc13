import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { UserDialogProps } from '#web/features/users/user-actions.ts'
import { revokeUserSessions } from '#web/features/users/users.queries.ts'

export function UserRevokeDialog({ user, onClose }: UserDialogProps) {
  const revoke = useMutation(revokeUserSessions)
  return (
    <ConfirmDialog
      title="Revoke tokens"
      description={
        <span lang="es">{`Se cerrarán todas las sesiones abiertas para "${user.email}". ¿Deseas continuar?`}</span>
      }
      confirmText="Revocar"
      busyText="Revocando..."
      cancelText="Cancelar"
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate(user._id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
