import { weaknessOf } from '@atalaya/contract/password-rules'
import { RESET_PASSWORD_MIN, resetPassword } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Field } from '#web/components/ui/field.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import type { UserDialogProps } from '#web/features/users/user-actions.ts'
import { UserFormDialog } from '#web/features/users/user-form-dialog.tsx'
import { resetUserPassword } from '#web/features/users/users.queries.ts'
import { useForm } from '#web/lib/use-form.ts'

export function UserPasswordDialog({ user, onClose }: UserDialogProps) {
  const reset = useMutation(resetUserPassword)
  const form = useForm(
    resetPassword,
    ({ password }) => reset.mutate({ id: user._id, password }, { onSuccess: onClose }),
    ({ password }) => ({ password: weaknessOf(password, user) }),
  )
  return (
    <UserFormDialog
      title="Reset password"
      description={user.email}
      isBusy={reset.isPending}
      {...form.props}
      onClose={onClose}
    >
      <Field
        label="New password"
        hint="A temporary one: it ends all sessions, and the user is asked to choose another."
        error={form.faults.password}
      >
        <PasswordInput name="password" autoComplete="new-password" minLength={RESET_PASSWORD_MIN} />
      </Field>
    </UserFormDialog>
  )
}
