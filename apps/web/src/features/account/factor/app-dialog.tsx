import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { CodeField } from '#web/components/code-field.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { confirmTotp } from '#web/features/account/factor/factor.queries.ts'
import { onValues } from '#web/lib/form-values.ts'

const QR_SIZE_PX = 176
/** Four characters that are not the last ones; a space after each group makes the key readable: `ABCD EFGH`. */
const FOUR_CHARACTERS = /.{4}(?=.)/g

type AppDialogProps = {
  secret: string
  uri: string
  onDone: (recoveryCodes: string[] | undefined) => void
  onClose: () => void
}

/** Shows the TOTP secret as a QR code and as text, and asks for the first code of the app. */
export function AppDialog({ secret, uri, onDone, onClose }: AppDialogProps) {
  const confirm = useMutation(confirmTotp)
  return (
    <FormDialog
      className="max-w-sm"
      title="Set up an authenticator app"
      description="Scan this with the app, or type the key into it. Then enter the code that it shows."
      submitText="Confirm"
      isBusy={confirm.isPending}
      error={confirm.error?.message}
      onSubmit={onValues(({ code = '' }) =>
        confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) }),
      )}
      onClose={onClose}
    >
      <div className="self-center rounded-lg bg-white p-3">
        <QRCodeSVG
          value={uri}
          size={QR_SIZE_PX}
          level="M"
          boostLevel={false}
          title="QR code for an authenticator app"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-40 break-words font-mono text-sm">
          {secret.replace(FOUR_CHARACTERS, '$& ')}
        </code>
        <CopyButton text={secret} name="the key" />
      </div>
      <CodeField />
    </FormDialog>
  )
}
