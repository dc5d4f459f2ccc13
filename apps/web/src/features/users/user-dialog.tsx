import { type ComponentType, lazy, Suspense } from 'react'
import type { UserActionKind, UserDialogProps } from '#web/features/users/user-actions.ts'
import { UserDeleteDialog } from '#web/features/users/user-delete-dialog.tsx'
import { UserEditDialog } from '#web/features/users/user-edit-dialog.tsx'
import { UserPasswordDialog } from '#web/features/users/user-password-dialog.tsx'
import { UserRevokeDialog } from '#web/features/users/user-revoke-dialog.tsx'
import { UserRoleDialog } from '#web/features/users/user-role-dialog.tsx'
import { UserUnlockDialog } from '#web/features/users/user-unlock-dialog.tsx'

// Lazy: few accounts have a second factor.
const UserFactorDialog = lazy(() =>
  import('#web/features/users/user-factor-dialog.tsx').then((m) => ({ default: m.UserFactorDialog })),
)

const dialogs: Record<UserActionKind, ComponentType<UserDialogProps>> = {
  edit: UserEditDialog,
  role: UserRoleDialog,
  password: UserPasswordDialog,
  revoke: UserRevokeDialog,
  unlock: UserUnlockDialog,
  factor: UserFactorDialog,
  delete: UserDeleteDialog,
}

/** Dialog of one row action; each opening mounts it again. */
export function UserDialog({ kind, ...props }: UserDialogProps & { kind: UserActionKind }) {
  const Dialog = dialogs[kind]
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
