import { resetPassword } from '@atalaya/contract/users'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Field } from '#web/components/ui/field.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import type { UserDialogProps } from '#web/features/users/user-dialog.tsx'
import { UserFormDialog } from '#web/features/users/user-form-dialog.tsx'
import { resetUserPassword } from '#web/features/users/users.queries.ts'

export function UserPasswordDialog({ user, onClose }: UserDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetPassword),
    defaultValues: { password: '' },
  })
  const reset = useMutation(resetUserPassword)
  const onSubmit = handleSubmit(({ password }) => reset.mutate({ id: user._id, password }, { onSuccess: onClose }))
  return (
    <UserFormDialog
      title="Reset password"
      description={user.email}
      isBusy={reset.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field
        label="New password"
        hint="A temporary one: it ends all sessions, and the user is asked to choose another."
        error={formState.errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
    </UserFormDialog>
  )
}
