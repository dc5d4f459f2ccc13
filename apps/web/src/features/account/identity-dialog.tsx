import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { confirmPassword } from '#web/features/account/account.queries.ts'
import { onValues } from '#web/lib/form-values.ts'
import { settleIdentity } from '#web/lib/reauth.ts'

/** Asks for the password where the server wants to be sure who is there: a QR code may have let somebody else in. */
export function IdentityDialog() {
  const [isComplete, setComplete] = useState(false)
  const confirm = useMutation(confirmPassword)
  const onSubmit = onValues(({ password = '' }) => confirm.mutate(password, { onSuccess: () => settleIdentity(true) }))

  return (
    <FormDialog
      className="max-w-sm"
      title="Confirm your password"
      description="This session was signed in by QR code. Changes like this one need your password."
      submitText="Confirm"
      isBusy={confirm.isPending}
      canSubmit={isComplete}
      error={confirm.error?.message}
      onInput={({ currentTarget }) => setComplete(currentTarget.checkValidity())}
      onSubmit={onSubmit}
      onClose={() => settleIdentity(false)}
    >
      <Field label="Your password">
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
    </FormDialog>
  )
}
