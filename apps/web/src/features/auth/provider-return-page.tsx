import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { FactorStep } from '#web/features/auth/factor-step.tsx'
import { NewcomerForm } from '#web/features/auth/newcomer-form.tsx'
import { providerReturnQuery } from '#web/features/auth/provider-return.queries.ts'
import { returnPath } from '#web/features/auth/return-path.ts'
import { readVisit } from '#web/lib/session/providers.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Page to open after signing in, kept before leaving for the provider. `returnPath` never leads outside the app. */
const destination = () => returnPath({ from: { pathname: readVisit().from } })

/** `/oidc/{provider}`: the providers' redirect URI. Removes the code from the URL at once. */
export function ProviderReturnPage() {
  const { provider = '' } = useParams()
  /** Query string that the provider added: `code=…&state=…`, or an error. */
  const [answer] = useState(() => window.location.search.slice(1))
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return (
    <AuthFrame title="Sign in to Atalaya">
      {answer === '' ? (
        <Failed message="There is nothing here to sign in with." />
      ) : (
        <Outcome {...{ provider, answer }} />
      )}
    </AuthFrame>
  )
}

function Outcome({ provider, answer }: { provider: string; answer: string }) {
  const { data, error } = useQuery(providerReturnQuery(provider, answer))
  const session = useSession()
  const navigate = useNavigate()
  const isDone = data !== undefined && ('done' in data || session !== null)
  useEffect(() => {
    if (isDone) void navigate(destination(), { replace: true })
  }, [isDone, navigate])

  if (error) return <Failed message={error.message} />
  if (!data || isDone) return <Waiting />
  if ('challenge' in data && data.challenge) {
    const lead = 'Your provider has signed you in. This account has a second factor, too.'
    return (
      <FactorStep challenge={data.challenge} lead={lead} onBack={() => void navigate('/login', { replace: true })} />
    )
  }
  return 'newcomer' in data && data.newcomer ? (
    <NewcomerForm provider={provider} newcomer={data.newcomer} />
  ) : (
    <Failed message="The provider did not sign you in." />
  )
}

const Waiting = () => (
  <p role="status" className="flex items-center justify-center gap-2.5 py-6 text-muted-foreground">
    <LoaderCircle className="size-5 animate-spin" aria-hidden />
    Signing in...
  </p>
)

function Failed({ message }: { message: string }) {
  const { isOwn } = readVisit()
  return (
    <div className="grid gap-4">
      <Alert>{message}</Alert>
      <Button asChild variant="secondary">
        <Link to={isOwn ? '/account' : '/login'}>{isOwn ? 'Back to Account' : 'Back to sign-in'}</Link>
      </Button>
    </div>
  )
}
