import type { Passkey } from '@atalaya/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { addPasskey, renamePasskey } from '#web/features/account/factor/factor.queries.ts'
import { onValues } from '#web/lib/form-values.ts'
import { passkeyFailure } from '#web/lib/session/passkeys.ts'

const NAME_MAX = 60

type PasskeyDialogProps = {
  /** The passkey to rename; absent to add a new one. */
  passkey?: Passkey
  onAdded: (recoveryCodes: string[] | undefined) => void
  onClose: () => void
}

/** Asks for a name; for a new passkey the browser then creates it. */
export function PasskeyDialog({ passkey, onAdded, onClose }: PasskeyDialogProps) {
  const add = useMutation(addPasskey)
  const rename = useMutation(renamePasskey)
  const error = add.error ?? rename.error
  function save(name: string) {
    if (passkey) return rename.mutate({ id: passkey._id, name }, { onSuccess: onClose })
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        onClose()
        onAdded(recoveryCodes)
      },
    })
  }
  return (
    <FormDialog
      className="max-w-sm"
      title={passkey ? 'Rename passkey' : 'Add passkey'}
      description={passkey ? undefined : 'Your browser asks next where to keep it.'}
      submitText={passkey ? 'Save' : 'Continue'}
      isBusy={add.isPending || rename.isPending}
      error={error && (passkeyFailure(error) ?? 'No passkey was made.')}
      onSubmit={onValues(({ name = '' }) => save(name))}
      onClose={onClose}
    >
      <Field label="Name" hint="To tell it from others: the device, or what keeps it">
        <Input name="name" defaultValue={passkey?.name ?? ''} maxLength={NAME_MAX} pattern=".*\S.*" required />
      </Field>
    </FormDialog>
  )
}
