import type { qr } from '@atalaya/contract/qr'
import type { Data } from '@atalaya/contract/route'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
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
import { codeOf } from '#web/lib/api-failure.ts'

type QrDeviceFormProps = { code: string; request: Partial<Data<typeof qr.scan>> & { end: number } }

export function QrDeviceForm({ code, request }: QrDeviceFormProps) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const seconds = useSecondsLeft(request.end)
  const authenticate = useMutation(authenticateQr)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    authenticate.mutate({ code, username, password })
  }

  if (authenticate.isSuccess) return <QrDeviceSuccess />
  if (seconds === 0 || codeOf(authenticate.error) === QR_EXPIRED) return <QrExpired />
  return (
    <form className="grid gap-4" onSubmit={onSubmit}>
      {request.requester && <QrRequesterPanel requester={request.requester} matchCode={request.matchCode} />}
      <Field label="Username or email">
        <Input
          autoComplete="username"
          required
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field label="Password">
        <PasswordInput
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {authenticate.isError && <Alert>{authenticate.error.message || 'Authentication error'}</Alert>}
      <Button type="submit" busy={authenticate.isPending} disabled={username.trim() === '' || password === ''}>
        Authenticate
      </Button>
    </form>
  )
}
