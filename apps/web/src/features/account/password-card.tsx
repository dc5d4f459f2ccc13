import { auth } from '@atalaya/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { changePassword } from '#web/features/account/account.queries.ts'
import { showIssues } from '#web/features/account/show-issues.ts'

const form = auth.changePassword.body
  .extend({ repeat: z.string() })
  .refine(({ newPassword, repeat }) => newPassword === repeat, {
    path: ['repeat'],
    error: 'Passwords do not match',
    when: () => true,
  })
const empty = { currentPassword: '', newPassword: '', repeat: '' }

export function PasswordCard({ isTemporary }: { isTemporary: boolean }) {
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(form),
    defaultValues: empty,
  })
  const { errors } = formState
  const change = useMutation(changePassword)
  const onSubmit = handleSubmit(({ repeat: _, ...body }) =>
    change.mutate(body, {
      onSuccess: () => reset(),
      onError: showIssues(setError, ['currentPassword', 'newPassword']),
    }),
  )
  return (
    <Card aria-labelledby="password-title">
      <CardHeader>
        <div>
          <CardTitle id="password-title">Password</CardTitle>
          <CardDescription>A new password ends all your other sessions.</CardDescription>
        </div>
      </CardHeader>
      <CardContent>
        <form className="grid gap-4" noValidate onSubmit={onSubmit}>
          {isTemporary && (
            <Alert variant="info">An administrator gave you a temporary password. Choose one of your own.</Alert>
          )}
          <Field label="Current password" error={errors.currentPassword?.message}>
            <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="New password" hint="At least 8 characters" error={errors.newPassword?.message}>
              <PasswordInput autoComplete="new-password" {...register('newPassword')} />
            </Field>
            <Field label="Repeat password" error={errors.repeat?.message}>
              <PasswordInput autoComplete="new-password" {...register('repeat')} />
            </Field>
          </div>
          {errors.root && <Alert>{errors.root.message}</Alert>}
          <Button type="submit" className="justify-self-start" busy={change.isPending}>
            {change.isPending ? 'Saving...' : 'Change password'}
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}
