import { useMutation } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { loadCalls, login } from '#web/features/auth/auth.queries.ts'
import { onValues } from '#web/lib/form-values.ts'

/** Two plain fields that the browser itself checks: this page must be the smallest of all. */
export function LoginForm({ onQr }: { onQr: () => void }) {
  const { state } = useLocation()
  const signIn = useMutation(login)

  const onSubmit = onValues(({ email = '', password = '' }) => signIn.mutate({ username: email, password }))

  return (
    <>
      <form className="grid gap-4" onInput={() => void loadCalls()} onSubmit={onSubmit}>
        <Field label="Email">
          <Input name="email" type="email" autoComplete="username" required autoFocus />
        </Field>
        <Field label="Password">
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        {signIn.isError && <Alert>{signIn.error.message || 'Error de autenticación'}</Alert>}
        <Button type="submit" busy={signIn.isPending}>
          {signIn.isPending ? 'Loading...' : 'Login'}
        </Button>
      </form>
      <div className="flex items-center gap-3 py-4 text-muted-foreground text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </div>
      <Button variant="secondary" className="w-full" onClick={onQr}>
        <QrCode aria-hidden />
        Login con código QR
      </Button>
      <p className="pt-5 text-center text-muted-foreground text-sm">
        Don't have an account?{' '}
        <Link to="/register" state={state} className="font-medium text-primary-text hover:underline">
          Sign up
        </Link>
      </p>
    </>
  )
}
