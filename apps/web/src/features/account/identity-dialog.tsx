import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { confirmByPasskey, confirmPassword, passkeyToConfirmQuery } from '#web/features/account/identity.queries.ts'
import { ConfirmButtons } from '#web/features/account/providers/confirm-buttons.tsx'
import { confirmByProvider } from '#web/features/account/providers/providers.queries.ts'
import { errorOfLast } from '#web/lib/calls/error-of-last.ts'
import { onValues } from '#web/lib/form-values.ts'
import { hasPasskeys } from '#web/lib/session/passkey-place.ts'
import { passkeyFailure } from '#web/lib/session/passkeys.ts'
import { hasProviders } from '#web/lib/session/providers.ts'
import { settleIdentity } from '#web/lib/session/reauth.ts'
import { useSession } from '#web/lib/session/session.ts'

/**
 * Reauthentication: asks for the password, a passkey or a provider when the server demands it. Another person may be
 * at this device, or may have signed in by a QR code.
 */
export function IdentityDialog() {
  const [isComplete, setComplete] = useState(false)
  const confirm = useMutation(confirmPassword)
  const byPasskey = useMutation(confirmByPasskey)
  const mayHavePasskey = useSession()?.user?.hasSecondFactor === true && hasPasskeys()
  const byProvider = useMutation(confirmByProvider)
  const { data: passkey } = useQuery({ ...passkeyToConfirmQuery, enabled: mayHavePasskey })
  const onConfirmed = { onSuccess: () => settleIdentity(true) }
  const onSubmit = onValues(({ password = '' }) => confirm.mutate(password, onConfirmed))

  return (
    <FormDialog
      className="max-w-sm"
      title="Confirm your password"
      description="Changes like this one need to know that it is you."
      submitText="Confirm"
      isBusy={confirm.isPending || byPasskey.isPending}
      canSubmit={isComplete}
      error={passkeyFailure(errorOfLast(confirm, byPasskey, byProvider))}
      onInput={({ currentTarget }) => setComplete(currentTarget.checkValidity())}
      onSubmit={onSubmit}
      onClose={() => settleIdentity(false)}
    >
      <Field label="Your password">
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      {passkey?.options && (
        <Button variant="secondary" busy={byPasskey.isPending} onClick={() => byPasskey.mutate(undefined, onConfirmed)}>
          <KeyRound aria-hidden />
          Use a passkey instead
        </Button>
      )}
      {hasProviders() && <ConfirmButtons isBusy={byProvider.isPending} onChoose={byProvider.mutate} />}
    </FormDialog>
  )
}
