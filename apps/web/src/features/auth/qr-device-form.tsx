import type { qr } from '@atalaya/contract/qr'
import type { Data } from '@atalaya/contract/route'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { authenticateQr } from '#web/features/auth/qr.queries.ts'
import { QrDeviceSuccess, QrExpired } from '#web/features/auth/qr-device-outcomes.tsx'
import { QrRequesterPanel } from '#web/features/auth/qr-requester.tsx'
import { QR_EXPIRED } from '#web/features/auth/qr-state.ts'
import { useSecondsLeft } from '#web/features/auth/use-seconds-left.ts'
import { codeOf } from '#web/lib/api-error.ts'
import { onValues } from '#web/lib/form-values.ts'

type QrDeviceFormProps = { code: string; request: Partial<Data<typeof qr.scan>> & { end: number } }

export function QrDeviceForm({ code, request }: QrDeviceFormProps) {
  const [isComplete, setComplete] = useState(false)
  const seconds = useSecondsLeft(request.end)
  const authenticate = useMutation(authenticateQr)

  const onSubmit = onValues(({ username = '', password = '' }) => authenticate.mutate({ code, username, password }))

  if (authenticate.isSuccess) return <QrDeviceSuccess />
  if (seconds === 0 || codeOf(authenticate.error) === QR_EXPIRED) return <QrExpired />
  return (
    <form
      className="grid gap-4"
      onInput={({ currentTarget }) => setComplete(currentTarget.checkValidity())}
      onSubmit={onSubmit}
    >
      {request.requester && <QrRequesterPanel requester={request.requester} matchCode={request.matchCode} />}
      <Field label="Username or email">
        {/* Blanks alone are no name. */}
        <Input name="username" autoComplete="username" required pattern=".*\S.*" />
      </Field>
      <Field label="Password">
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      {authenticate.isError && <Alert>{authenticate.error.message || 'Authentication error'}</Alert>}
      <Button type="submit" busy={authenticate.isPending} disabled={!isComplete}>
        Authenticate
      </Button>
    </form>
  )
}
