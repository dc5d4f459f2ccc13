import type { FactorChallenge, FactorProof } from '@atalaya/contract/factor-proof'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { CodeField } from '#web/components/code-field.tsx'
import { FormError } from '#web/components/form-error.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { proveFactor } from '#web/features/auth/factor.calls.ts'
import { codeOf } from '#web/lib/calls/api-error.ts'
import { onValues } from '#web/lib/form-values.ts'
import { getAssertion, passkeyFailure } from '#web/lib/session/passkeys.ts'

/** Errors that end this step: the user has to type the password again. */
const EXPIRED_CODES = ['auth.ticket_gone', 'qr.expired']

type FactorStepProps = {
  challenge: FactorChallenge
  /** Text above the form. By default it says that the password was right. */
  lead?: string
  onDone?: () => void
  /** Returns to the password; with a reason if this step has expired. */
  onBack: (reason?: string) => void
}

const PASSWORD_LEAD = 'Your password is right. This account has a second factor, too.'

/** Second step of signing in, after the password: a TOTP code, a passkey or a recovery code. */
export function FactorStep({ challenge, lead = PASSWORD_LEAD, onDone, onBack }: FactorStepProps) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const codeKinds = (['totp', 'recovery'] as const).filter((kind) => challenge.kinds.includes(kind))
  const [kind, setKind] = useState(codeKinds[0])
  const otherKind = codeKinds.find((candidate) => candidate !== kind)

  async function prove(getProof: () => Promise<FactorProof>) {
    setBusy(true)
    setRefusal(undefined)
    try {
      await proveFactor(challenge.ticket, await getProof())
      onDone?.()
    } catch (error) {
      if (EXPIRED_CODES.includes(codeOf(error) ?? '')) return onBack(error instanceof Error ? error.message : undefined)
      setRefusal(passkeyFailure(error))
    }
    setBusy(false)
  }

  const { passkey } = challenge
  return (
    <div data-ways className="grid gap-4">
      <p role="status" className="text-muted-foreground text-sm">
        {lead}
      </p>
      {passkey && (
        <Button
          data-way
          busy={isBusy}
          autoFocus
          onClick={() => void prove(async () => ({ kind: 'passkey', credential: await getAssertion(passkey) }))}
        >
          <KeyRound aria-hidden />
          Use a passkey
        </Button>
      )}
      {kind && (
        <form
          key={kind}
          className="grid gap-4"
          onSubmit={onValues(({ code = '' }) => void prove(async () => ({ kind, code })))}
        >
          {kind === 'totp' ? (
            <CodeField hint="The six digits that it shows now" autoFocus={!passkey} />
          ) : (
            <Field
              label="Recovery code"
              hint="Each of them works once. Without one, ask an administrator to reset your second factor."
            >
              <Input name="code" autoComplete="off" required autoFocus={!passkey} />
            </Field>
          )}
          <Button type="submit" variant={passkey ? 'secondary' : 'default'} busy={isBusy}>
            Continue
          </Button>
        </form>
      )}
      {refusal && <FormError>{refusal}</FormError>}
      {challenge.kinds.length === 0 && (
        <Alert>
          Nothing that this account has works at this address, and no recovery code is left. An administrator can reset
          its second factor.
        </Alert>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={() => onBack()}>
          Back
        </Button>
        {otherKind && (
          <Button data-way variant="ghost" size="sm" onClick={() => setKind(otherKind)}>
            {otherKind === 'recovery' ? 'Use a recovery code' : 'Use a code of your app'}
          </Button>
        )}
      </div>
    </div>
  )
}
