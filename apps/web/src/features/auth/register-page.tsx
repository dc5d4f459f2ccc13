import { useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { RegisterForm } from '#web/features/auth/register-form.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'
import { useSession } from '#web/lib/session/session.ts'

export function RegisterPage() {
  const session = useSession()
  const { state } = useLocation()
  useEffect(() => {
    document.title = 'Create your account · Atalaya'
  }, [])

  if (session) return <Navigate to={returnPath(state)} replace />
  return (
    <AuthFrame title="Create your account">
      <RegisterForm />
      <p className="pt-5 text-center text-muted-foreground text-sm">
        You have an account?{' '}
        <Link to="/login" state={state} className="font-medium text-primary-text hover:underline">
          Sign in
        </Link>
      </p>
    </AuthFrame>
  )
}
