import { passwordChange } from '@atalaya/contract/auth'
import { SAME_PASSWORD, weaknessOf } from '@atalaya/contract/password-rules'
import { PASSWORD_MIN } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { AskBeforeLeaving } from '#web/components/ask-before-leaving.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { changePassword } from '#web/features/account/account.queries.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useForm } from '#web/lib/use-form.ts'

const change = passwordChange.extend({ repeat: z.string() })

export function PasswordForm({ currentLabel = 'Current password' }: { currentLabel?: string }) {
  const owner = useSession()?.user
  const send = useMutation(changePassword)
  const form = useForm(
    change,
    ({ repeat: _, ...body }) => send.mutate(body, { onSuccess: form.reset, onError: form.refuse }),
    ({ currentPassword, newPassword, repeat }) => ({
      newPassword: newPassword === currentPassword ? SAME_PASSWORD : owner ? weaknessOf(newPassword, owner) : undefined,
      repeat: newPassword === repeat ? undefined : 'Passwords do not match',
    }),
  )
  return (
    <div className="@container">
      <form className="grid gap-4" {...form.props}>
        <Field label={currentLabel} error={form.errors.currentPassword}>
          <PasswordInput name="currentPassword" autoComplete="current-password" />
        </Field>
        <div className="grid @md:grid-cols-2 gap-4">
          <Field label="New password" hint="At least 8 characters" error={form.errors.newPassword}>
            <PasswordInput name="newPassword" autoComplete="new-password" minLength={PASSWORD_MIN} />
          </Field>
          <Field label="Repeat password" error={form.errors.repeat}>
            <PasswordInput name="repeat" autoComplete="new-password" />
          </Field>
        </div>
        <AskBeforeLeaving isChanged={form.isChanged} />
        {form.refusal && <Alert>{form.refusal}</Alert>}
        <Button type="submit" className="justify-self-start" busy={send.isPending}>
          {send.isPending ? 'Saving...' : 'Change password'}
        </Button>
      </form>
    </div>
  )
}
