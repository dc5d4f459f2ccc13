import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { OwnedAgents } from '#web/features/users/owned-agents.tsx'
import type { UserDialogProps } from '#web/features/users/user-actions.ts'
import { deleteUser } from '#web/features/users/users.queries.ts'

export function UserDeleteDialog({ user, onClose }: UserDialogProps) {
  const remove = useMutation(deleteUser)
  return (
    <ConfirmDialog
      title="Delete user"
      description={<span lang="es">Esta acción no se puede deshacer.</span>}
      confirmText="Eliminar"
      busyText="Eliminando..."
      cancelText="Cancelar"
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(user._id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="break-words rounded-md bg-muted px-3 py-2 text-sm">
        <strong className="font-medium">{user.username}</strong> · {user.email}
      </p>
      <p className="text-muted-foreground text-sm">
        The account's dashboards, displays, agents with their data, sessions, tokens and connections are deleted with
        it.
      </p>
      <OwnedAgents owners={[user._id]} />
    </ConfirmDialog>
  )
}
