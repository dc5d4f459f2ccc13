import { passwordChange } from '@atalaya/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { changePassword } from '#web/features/account/account.queries.ts'
import { useForm } from '#web/lib/use-form.ts'

const newPassword = passwordChange
  .extend({ repeat: z.string() })
  .refine(({ newPassword, repeat }) => newPassword === repeat, {
    path: ['repeat'],
    error: 'Passwords do not match',
    when: () => true,
  })

/** Changes the own password. */
export function PasswordForm({ currentLabel = 'Current password' }: { currentLabel?: string }) {
  const change = useMutation(changePassword)
  const form = useForm(newPassword, ({ repeat: _, ...body }) =>
    change.mutate(body, { onSuccess: form.reset, onError: form.refuse }),
  )
  return (
    <div className="@container">
      <form className="grid gap-4" {...form.props}>
        <Field label={currentLabel} error={form.faults.currentPassword}>
          <PasswordInput name="currentPassword" autoComplete="current-password" />
        </Field>
        <div className="grid @md:grid-cols-2 gap-4">
          <Field label="New password" hint="At least 8 characters" error={form.faults.newPassword}>
            <PasswordInput name="newPassword" autoComplete="new-password" />
          </Field>
          <Field label="Repeat password" error={form.faults.repeat}>
            <PasswordInput name="repeat" autoComplete="new-password" />
          </Field>
        </div>
        {form.refusal && <Alert>{form.refusal}</Alert>}
        <Button type="submit" className="justify-self-start" busy={change.isPending}>
          {change.isPending ? 'Saving...' : 'Change password'}
        </Button>
      </form>
    </div>
  )
}
