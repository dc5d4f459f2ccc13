import { oidc, type SignInProvider } from '@atalaya/contract/identities'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { FormError } from '#web/components/form-error.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'
import { call } from '#web/lib/calls/api.ts'
import { useLeftProvider } from '#web/lib/session/end-session.ts'
import { leaveFor, readProviders } from '#web/lib/session/providers.ts'

/** Page to open after signing in, which the route guard kept in the history's state. */
const destination = () => returnPath(window.history.state?.usr)

export function ProviderButtons() {
  const [providers] = useState(readProviders)
  const [busyId, setBusyId] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const leftProvider = useLeftProvider()

  async function leave({ id }: SignInProvider) {
    setBusyId(id)
    setRefusal(undefined)
    try {
      const { authorizeUrl } = await call(oidc.start, { params: { provider: id } })
      leaveFor(authorizeUrl, { isOwn: false, from: destination() })
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : undefined)
      setBusyId(undefined)
    }
  }

  return (
    <div className="grid gap-3 pt-3">
      {providers.map((provider) => (
        <Button
          key={provider.id}
          data-way
          variant="secondary"
          className="w-full"
          busy={busyId === provider.id}
          disabled={busyId !== undefined}
          onClick={() => void leave(provider)}
        >
          <LogIn aria-hidden />
          <span className="truncate">Sign in with {provider.name}</span>
        </Button>
      ))}
      {refusal && <FormError>{refusal}</FormError>}
      {leftProvider && (
        <p role="status" className="text-center text-muted-foreground text-sm">
          You are signed out here.{' '}
          <a className="font-medium text-primary-text hover:underline" href={leftProvider.endSessionUrl}>
            Sign out of {leftProvider.name}, too
          </a>
        </p>
      )}
    </div>
  )
}
