import type { qr } from '@atalaya/contract/qr'
import type { Data } from '@atalaya/contract/route'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { FormError } from '#web/components/form-error.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { authenticateQr } from '#web/features/auth/qr.queries.ts'
import { QrDeviceSuccess, QrExpired } from '#web/features/auth/qr-device-outcomes.tsx'
import { QrRequesterPanel } from '#web/features/auth/qr-requester.tsx'
import { QR_EXPIRED } from '#web/features/auth/qr-state.ts'
import { useSecondsLeft } from '#web/features/auth/use-seconds-left.ts'
import { codeOf } from '#web/lib/calls/api-error.ts'
import { onValues } from '#web/lib/form-values.ts'

const FactorStep = lazy(() => import('#web/features/auth/factor-step.tsx').then((m) => ({ default: m.FactorStep })))

type QrDeviceFormProps = { code: string; request: Partial<Data<typeof qr.scan>> & { endMs: number } }

export function QrDeviceForm({ code, request }: QrDeviceFormProps) {
  const [isComplete, setComplete] = useState(false)
  const [isProven, setProven] = useState(false)
  const [expiryReason, setExpiryReason] = useState<string>()
  const seconds = useSecondsLeft(request.endMs)
  const authenticate = useMutation(authenticateQr)

  const challenge = authenticate.data
  const onSubmit = onValues(({ username = '', password = '' }) => {
    setExpiryReason(undefined)
    authenticate.mutate({ code, username, password })
  })
  function goBack(reason?: string) {
    authenticate.reset()
    setComplete(false)
    setExpiryReason(reason)
  }

  if (isProven || (authenticate.isSuccess && !challenge)) return <QrDeviceSuccess />
  if (seconds === 0 || codeOf(authenticate.error) === QR_EXPIRED) return <QrExpired />
  const requesterPanel = request.requester && (
    <QrRequesterPanel requester={request.requester} matchCode={request.matchCode} />
  )
  if (challenge) {
    return (
      <div className="grid gap-4">
        {requesterPanel}
        <Suspense>
          <FactorStep challenge={challenge} onDone={() => setProven(true)} onBack={goBack} />
        </Suspense>
      </div>
    )
  }
  return (
    <form
      className="grid gap-4"
      onInput={({ currentTarget }) => setComplete(currentTarget.checkValidity())}
      onSubmit={onSubmit}
    >
      {requesterPanel}
      <Field label="Username or email">
        {/* Pattern that refuses a name of blanks only. */}
        <Input name="username" autoComplete="username" required pattern=".*\S.*" />
      </Field>
      <Field label="Password">
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      {authenticate.isError && <FormError>{authenticate.error.message || 'Authentication error'}</FormError>}
      {expiryReason && <FormError>{expiryReason}</FormError>}
      <Button type="submit" busy={authenticate.isPending} disabled={!isComplete}>
        Authenticate
      </Button>
    </form>
  )
}
