import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { login } from '#web/features/auth/auth.queries.ts'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'
import { useSession } from '#web/lib/session.ts'

export function LoginPage() {
  const session = useSession()
  const { state } = useLocation()
  const signIn = useMutation(login)
  useEffect(() => {
    document.title = 'Sign in · Atalaya'
  }, [])

  if (session) return <Navigate to={returnPath(state)} replace />

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    signIn.mutate({ username: String(form.get('email')), password: String(form.get('password')) })
  }

  return (
    <AuthFrame title="Sign in to Atalaya">
      <form className="grid gap-4" onSubmit={onSubmit}>
        <Field label="Email">
          <Input name="email" type="email" autoComplete="username" required autoFocus />
        </Field>
        <Field label="Password">
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        {signIn.isError && <Alert>{signIn.error.message}</Alert>}
        <Button type="submit" busy={signIn.isPending}>
          {signIn.isPending ? 'Loading...' : 'Login'}
        </Button>
      </form>
      <p className="pt-4 text-center text-muted-foreground text-sm">
        Don't have an account?{' '}
        <Link to="/register" className="font-medium text-primary-text hover:underline">
          Sign up
        </Link>
      </p>
    </AuthFrame>
  )
}
