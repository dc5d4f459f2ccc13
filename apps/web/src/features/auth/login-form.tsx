import type { FactorChallenge } from '@atalaya/contract/factor-proof'
import { QrCode } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { FormError } from '#web/components/form-error.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { loadCalls } from '#web/features/auth/auth.queries.ts'
import { onValues } from '#web/lib/form-values.ts'
import { hasPasskeys } from '#web/lib/session/passkey-place.ts'
import { hasProviders } from '#web/lib/session/providers.ts'

// Lazy: few accounts have a second factor. The other two are optional: if their code can't be loaded, they render
// nothing.
const FactorStep = lazy(() => import('#web/features/auth/factor-step.tsx').then((m) => ({ default: m.FactorStep })))
const PasskeySignIn = lazy(() =>
  import('#web/features/auth/passkey-sign-in.tsx').then(
    (m) => ({ default: m.PasskeySignIn }),
    () => ({ default: () => null }),
  ),
)

const ProviderButtons = lazy<ComponentType>(() =>
  import('#web/features/auth/provider-buttons.tsx').then(
    (m) => ({ default: m.ProviderButtons }),
    () => ({ default: () => null }),
  ),
)

type LoginFormProps = {
  /** True if a session has just ended. */
  hasEnded: boolean
  onQr: () => void
  /** Called at the first key press, to prefetch the pages after signing in. */
  onBegin?: () => void
  /** Link to the registration. */
  signUp: ReactNode
}

/**
 * Two plain fields with the browser's own validation. This screen must be the smallest of all, so it uses neither the
 * router nor the query cache. The parent watches the session and navigates.
 */
export function LoginForm({ hasEnded, onQr, onBegin, signUp }: LoginFormProps) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [wasWrong, setWrong] = useState(false)
  const [challenge, setChallenge] = useState<FactorChallenge>()
  const [isPasskeyOffered, setPasskeyOffered] = useState(false)
  const [areProvidersThere, setProvidersThere] = useState(false)
  useEffect(() => {
    setPasskeyOffered(hasPasskeys())
    setProvidersThere(hasProviders())
  }, [])

  async function signIn(username: string, password: string) {
    setBusy(true)
    setRefusal(undefined)
    try {
      setChallenge(await (await loadCalls()).login({ username, password }))
    } catch (error) {
      setRefusal((error instanceof Error && error.message) || 'Error de autenticación')
      if (error instanceof Error && 'status' in error && error.status === 401) setWrong(true)
    }
    setBusy(false)
  }

  function begin() {
    void loadCalls()
    onBegin?.()
  }

  function goBack(reason?: string) {
    setChallenge(undefined)
    setRefusal(reason)
  }

  if (challenge) {
    return (
      <Suspense>
        <FactorStep challenge={challenge} onBack={goBack} />
      </Suspense>
    )
  }
  return (
    <div data-ways>
      {hasEnded && (
        <p role="status" className="pb-4 text-center text-muted-foreground text-sm">
          Your session has ended. Sign in again.
        </p>
      )}
      <form
        className="grid gap-4"
        onInput={begin}
        onSubmit={onValues(({ email = '', password = '' }) => void signIn(email, password))}
      >
        <Field label="Email">
          <Input name="email" type="email" autoComplete="username webauthn" required autoFocus />
        </Field>
        <Field label="Password">
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        {refusal && <FormError>{refusal}</FormError>}
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Loading...' : 'Login'}
        </Button>
      </form>
      <div className="flex items-center gap-3 py-4 text-muted-foreground text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </div>
      <Button variant="secondary" className="w-full" onClick={onQr}>
        <QrCode aria-hidden />
        <span lang="es">Login con código QR</span>
      </Button>
      <Suspense>{isPasskeyOffered && <PasskeySignIn />}</Suspense>
      <Suspense>{areProvidersThere && <ProviderButtons />}</Suspense>
      <p className="pt-5 text-center text-muted-foreground text-sm [&>a]:font-medium [&>a]:text-primary-text [&>a]:hover:underline">
        Don't have an account? {signUp}
      </p>
      {wasWrong && (
        <p className="pt-2 text-center text-muted-foreground text-sm">Forgot your password? Ask an administrator.</p>
      )}
    </div>
  )
}
