import { weaknessOf } from '@atalaya/contract/password-rules'
import { RESET_PASSWORD_MIN, resetPassword } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import type { UserDialogProps } from '#web/features/users/user-actions.ts'
import { UserFormDialog } from '#web/features/users/user-form-dialog.tsx'
import { resetUserPassword } from '#web/features/users/users.queries.ts'
import { useForm } from '#web/lib/use-form.ts'

export function UserPasswordDialog({ user, onClose }: UserDialogProps) {
  const [isOnlyWayIn, setOnlyWayIn] = useState(false)
  const reset = useMutation(resetUserPassword)
  const form = useForm(
    resetPassword,
    ({ password }) =>
      reset.mutate({ id: user._id, password, ...(isOnlyWayIn && { onlyWayIn: true }) }, { onSuccess: onClose }),
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
        error={form.errors.password}
      >
        <PasswordInput name="password" autoComplete="new-password" minLength={RESET_PASSWORD_MIN} />
      </Field>
      <div className="flex items-start gap-2.5">
        <Checkbox
          id="only-way-in"
          aria-describedby="only-way-in-hint"
          checked={isOnlyWayIn}
          onCheckedChange={(checked) => setOnlyWayIn(checked === true)}
        />
        <div className="grid gap-1.5">
          <Label htmlFor="only-way-in">Close all other ways in</Label>
          <p id="only-way-in-hint" className="text-muted-foreground text-xs">
            For an account that may be in other hands: it loses passkeys, authenticator app, recovery codes, linked
            accounts, tokens and displays. Otherwise they stay, and work again once the password is changed.
          </p>
        </div>
      </div>
    </UserFormDialog>
  )
}
