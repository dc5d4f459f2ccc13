import { lazy, Suspense, useEffect } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { QrLoginSkeleton } from '#web/features/auth/qr-login-skeleton.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'
import { useSession } from '#web/lib/session/session.ts'

// Lazy: the first paint needs no code that draws QR pictures.
const QrLoginView = lazy(() => import('#web/features/auth/qr-login-view.tsx').then((m) => ({ default: m.QrLoginView })))

const VIEW = 'view'
const QR = 'qr'

/** `/login`; displays use `/login?view=qr`, which always signs in by QR code. */
export function LoginPage() {
  const session = useSession()
  const { state } = useLocation()
  const [search, setSearch] = useSearchParams()
  const isByQr = search.get(VIEW) === QR
  const title = isByQr ? 'Login with QR Code' : 'Sign in to Atalaya'
  useEffect(() => {
    document.title = `${isByQr ? title : 'Sign in'} · Atalaya`
  }, [isByQr, title])

  // The QR view reports success first, then redirects by itself.
  if (session && !isByQr) return <Navigate to={returnPath(state)} replace />

  const show = (view: Record<string, string>) => setSearch(view, { replace: true, state })
  return (
    <AuthFrame title={title} isWide={isByQr}>
      {isByQr ? (
        <Suspense fallback={<QrLoginSkeleton />}>
          <QrLoginView returnTo={returnPath(state)} onBack={() => show({})} />
        </Suspense>
      ) : (
        <LoginForm
          hasEnded={state?.hasEnded === true}
          onQr={() => show({ [VIEW]: QR })}
          signUp={
            <Link to="/register" state={state}>
              Sign up
            </Link>
          }
        />
      )}
    </AuthFrame>
  )
}
