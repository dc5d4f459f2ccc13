import type { Assertion, CreationOptions, NewCredential, PasskeyQuestion } from '@atalaya/contract/passkeys'
import { isByAddress, knowsPasskeys } from '#web/lib/passkey-place.ts'

/** Why this browser has no passkeys for this page; undefined where it has. */
export function passkeyObstacle(): string | undefined {
  if (isByAddress()) {
    return `Passkeys are made for a name, and this page was opened by an address (${window.location.hostname}).`
  }
  if (!window.isSecureContext) return 'Browsers have passkeys over https only, and this page came over plain http.'
  return knowsPasskeys() ? undefined : 'This browser knows no passkeys.'
}

/** Makes a passkey; rejects where the person would rather not. */
export async function makePasskey(options: CreationOptions): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await navigator.credentials.create({ publicKey })) as NewCredential
}

/** Has a passkey sign; `conditional` waits in the name field until somebody chooses one there. */
export async function showPasskey(
  options: PasskeyQuestion,
  how: { mediation?: CredentialMediationRequirement; signal?: AbortSignal } = {},
): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await navigator.credentials.get({ publicKey, ...how })) as Assertion
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser gave no passkey')
  return credential.toJSON()
}

/** What to tell somebody for whom it did not work; nothing where they closed the browser's question themselves. */
export function passkeyFailure(error: unknown): string | undefined {
  if (error instanceof DOMException) {
    if (error.name === 'InvalidStateError') return 'This device has a passkey of your account already.'
    return error.name === 'NotAllowedError' || error.name === 'AbortError' ? undefined : error.message
  }
  return error instanceof Error ? error.message : undefined
}
