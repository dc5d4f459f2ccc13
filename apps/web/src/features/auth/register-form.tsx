import { registration } from '@atalaya/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { register as registerAccount } from '#web/features/auth/auth.queries.ts'

const form = registration
  .extend({
    birthday: z
      .literal('')
      .transform(() => null)
      .or(registration.shape.birthday),
    repeat: z.string(),
  })
  // Told together with all other faults, not only once there are none.
  .refine(({ password, repeat }) => password === repeat, {
    path: ['repeat'],
    error: 'Passwords do not match',
    when: () => true,
  })

const empty = { name: '', surname: '', username: '', email: '', birthday: '', password: '', repeat: '' }

export function RegisterForm() {
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(form), defaultValues: empty })
  const { errors } = formState
  const signUp = useMutation(registerAccount)

  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={handleSubmit(({ repeat: _, ...account }) => signUp.mutate(account))}
    >
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        <Field label="Name" error={errors.name?.message}>
          <Input autoComplete="given-name" autoFocus {...register('name')} />
        </Field>
        <Field label="Surname" error={errors.surname?.message}>
          <Input autoComplete="family-name" {...register('surname')} />
        </Field>
      </div>
      <Field label="Username" hint="Choose a unique username" error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label="Birthday" error={errors.birthday?.message}>
        <Input type="date" autoComplete="bday" {...register('birthday')} />
      </Field>
      <Field label="Password" hint="At least 8 characters" error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Repeat password" error={errors.repeat?.message}>
        <PasswordInput autoComplete="new-password" {...register('repeat')} />
      </Field>
      <Button type="submit" busy={signUp.isPending}>
        {signUp.isPending ? 'Loading...' : 'Register'}
      </Button>
      {signUp.isError && <Alert>{signUp.error.message || 'Error de registro'}</Alert>}
      <p className="text-muted-foreground text-xs">
        By clicking Register you agree to the Terms of Service and Privacy Policy.
      </p>
    </form>
  )
}
