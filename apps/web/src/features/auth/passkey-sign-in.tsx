import type { PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormError } from '#web/components/form-error.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { enterByPasskey, fetchPasskeyChallenge } from '#web/features/auth/factor.calls.ts'
import { getAssertion, passkeyFailure } from '#web/lib/session/passkeys.ts'

/**
 * Signs in by a passkey alone, if any account here has one. Offers a button, and the browser's autofill in the username
 * field. A browser allows one pending request, so a new request aborts the pending one.
 */
export function PasskeySignIn() {
  const [isOffered, setOffered] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const pendingRequest = useRef<AbortController>(undefined)

  async function enter(options: PasskeyRequestOptions, mediation?: CredentialMediationRequirement) {
    pendingRequest.current?.abort()
    const controller = new AbortController()
    pendingRequest.current = controller
    try {
      await enterByPasskey(await getAssertion(options, { signal: controller.signal, ...(mediation && { mediation }) }))
    } catch (error) {
      setRefusal(passkeyFailure(error))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount.
  useEffect(() => {
    async function offer() {
      const options = await fetchPasskeyChallenge().catch(() => null)
      if (!options) return
      setOffered(true)
      if (await PublicKeyCredential.isConditionalMediationAvailable?.()) await enter(options, 'conditional')
    }
    void offer()
    return () => pendingRequest.current?.abort()
  }, [])

  async function press() {
    setBusy(true)
    setRefusal(undefined)
    // The challenge fetched on mount may have expired.
    const options = await fetchPasskeyChallenge().catch(() => null)
    if (options) await enter(options)
    setBusy(false)
  }

  if (!isOffered) return null
  return (
    <div className="grid gap-3 pt-3">
      <Button data-way variant="secondary" className="w-full" busy={isBusy} onClick={() => void press()}>
        <KeyRound aria-hidden />
        Sign in with a passkey
      </Button>
      {refusal && <FormError>{refusal}</FormError>}
    </div>
  )
}
