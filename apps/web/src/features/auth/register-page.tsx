import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { register } from '#web/features/auth/auth.queries.ts'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { useSession } from '#web/lib/session.ts'

export function RegisterPage() {
  const session = useSession()
  const signUp = useMutation(register)
  const [mismatch, setMismatch] = useState(false)
  useEffect(() => {
    document.title = 'Create your account · Atalaya'
  }, [])

  if (session) return <Navigate to="/" replace />

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name))
    const differs = text('password') !== text('repeat')
    setMismatch(differs)
    if (differs) return
    signUp.mutate({
      username: text('username'),
      email: text('email'),
      password: text('password'),
      name: text('name'),
      surname: text('surname'),
      birthday: text('birthday') || null,
    })
  }

  return (
    <AuthFrame title="Create your account">
      <form className="grid gap-4" onSubmit={onSubmit}>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Name">
            <Input name="name" autoComplete="given-name" required />
          </Field>
          <Field label="Surname">
            <Input name="surname" autoComplete="family-name" required />
          </Field>
        </div>
        <Field label="Username" hint="Choose a unique username">
          <Input name="username" autoComplete="username" required />
        </Field>
        <Field label="Email">
          <Input name="email" type="email" autoComplete="email" required />
        </Field>
        <Field label="Birthday">
          <Input name="birthday" type="date" autoComplete="bday" />
        </Field>
        <Field label="Password" hint="At least 8 characters">
          <PasswordInput name="password" autoComplete="new-password" required />
        </Field>
        <Field label="Repeat password">
          <PasswordInput name="repeat" autoComplete="new-password" required />
        </Field>
        {mismatch && <Alert>Passwords do not match</Alert>}
        {signUp.isError && <Alert>{signUp.error.message}</Alert>}
        <Button type="submit" busy={signUp.isPending}>
          {signUp.isPending ? 'Loading...' : 'Register'}
        </Button>
        <p className="text-muted-foreground text-xs">
          By clicking Register you agree to the Terms of Service and Privacy Policy.
        </p>
      </form>
      <p className="pt-4 text-center text-muted-foreground text-sm">
        You have an account?{' '}
        <Link to="/login" className="font-medium text-primary-text hover:underline">
          Sign in
        </Link>
      </p>
    </AuthFrame>
  )
}
