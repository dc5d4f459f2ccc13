import { registration } from '@atalaya/contract/auth'
import { weaknessOf } from '@atalaya/contract/password-rules'
import { birthday, PASSWORD_MIN } from '@atalaya/contract/users'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { AskBeforeLeaving } from '#web/components/ask-before-leaving.tsx'
import { FormError } from '#web/components/form-error.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { register as registerAccount, setupQuery } from '#web/features/auth/auth.queries.ts'
import { codeOf } from '#web/lib/calls/api-error.ts'
import { useForm } from '#web/lib/use-form.ts'

const newAccount = registration.extend({
  // A pipe instead of a union: a failed union does not say which of its rules was broken.
  birthday: z
    .string()
    .transform((value) => value || null)
    .pipe(birthday.nullable()),
  repeat: z.string(),
})

export function RegisterForm() {
  const signUp = useMutation(registerAccount)
  const [isCodeDemanded, setCodeDemanded] = useState(false)
  const form = useForm(
    newAccount,
    ({ repeat: _, ...account }) => signUp.mutate(account, { onError: demandCode }),
    ({ password, repeat, ...owner }) => ({
      password: weaknessOf(password, owner),
      repeat: password === repeat ? undefined : 'Passwords do not match',
    }),
  )
  const refusal = isCodeError(signUp.error) ? signUp.error : null
  const needsCode = useQuery(setupQuery).data?.needsCode || isCodeDemanded

  function demandCode(error: Error) {
    if (isCodeError(error)) setCodeDemanded(true)
  }
  function onInput(event: FormEvent<HTMLFormElement>) {
    form.props.onInput(event)
    if (signUp.isError) signUp.reset()
  }

  return (
    <form className="grid gap-4" {...form.props} onInput={onInput}>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        <Field label="Name" error={form.errors.name}>
          <Input name="name" autoComplete="given-name" required autoFocus />
        </Field>
        <Field label="Surname" error={form.errors.surname}>
          <Input name="surname" autoComplete="family-name" required />
        </Field>
      </div>
      <Field label="Username" hint="Choose a unique username" error={form.errors.username}>
        <Input name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
      </Field>
      <Field label="Email" error={form.errors.email}>
        <Input name="email" type="email" autoComplete="email" required />
      </Field>
      <Field label="Birthday" error={form.errors.birthday}>
        <Input name="birthday" type="date" autoComplete="bday" />
      </Field>
      <Field label="Password" hint="At least 8 characters" error={form.errors.password}>
        <PasswordInput name="password" autoComplete="new-password" minLength={PASSWORD_MIN} required />
      </Field>
      <Field label="Repeat password" error={form.errors.repeat}>
        <PasswordInput name="repeat" autoComplete="new-password" required />
      </Field>
      {needsCode && (
        <Field
          label="Setup code"
          hint="You are the first here. The server prints this code when it starts, in its terminal or log."
          error={refusal?.message}
        >
          <Input name="setupCode" autoComplete="off" autoCapitalize="characters" spellCheck={false} required />
        </Field>
      )}
      <Button type="submit" busy={signUp.isPending}>
        {signUp.isPending ? 'Loading...' : 'Register'}
      </Button>
      <AskBeforeLeaving isChanged={form.isChanged} />
      {signUp.isError && !refusal && <FormError>{signUp.error.message || 'Error de registro'}</FormError>}
      <p className="text-muted-foreground text-xs">
        By clicking Register you agree to the <LegalLink to="/terms">Terms of Service</LegalLink> and{' '}
        <LegalLink to="/privacy">Privacy Policy</LegalLink>.
      </p>
    </form>
  )
}

const isCodeError = (error: Error | null) => codeOf(error) === 'auth.setup_code'

/** Opens in a new tab; here it would discard the typed values. */
const LegalLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noreferrer" className="underline hover:text-foreground">
    {children}
  </a>
)
