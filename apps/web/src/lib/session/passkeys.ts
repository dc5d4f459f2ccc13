import type { Assertion, CreationOptions, NewCredential, PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import { isByAddress, knowsPasskeys } from '#web/lib/session/passkey-place.ts'

/** Reason why passkeys don't work in this tab; undefined if they do. */
export function passkeyObstacle(): string | undefined {
  if (isByAddress()) {
    return `Passkeys are made for a name, and this page was opened by an address (${window.location.hostname}).`
  }
  if (!window.isSecureContext) return 'Browsers have passkeys over https only, and this page came over plain http.'
  return knowsPasskeys() ? undefined : 'This browser does not support passkeys.'
}

/** Makes a passkey; rejects if the person cancels. */
export async function makePasskey(options: CreationOptions): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await navigator.credentials.create({ publicKey })) as NewCredential
}

/** Signs with a passkey; `conditional` waits in the name field until a person chooses one there. */
export async function getAssertion(
  options: PasskeyRequestOptions,
  how: { mediation?: CredentialMediationRequirement; signal?: AbortSignal } = {},
): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await navigator.credentials.get({ publicKey, ...how })) as Assertion
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser gave no passkey')
  return credential.toJSON()
}

/** Message about a failed passkey; undefined if the person closed the browser's dialog. */
export function passkeyFailure(error: unknown): string | undefined {
  if (error instanceof DOMException) {
    if (error.name === 'InvalidStateError') return 'This device has a passkey of your account already.'
    return error.name === 'NotAllowedError' || error.name === 'AbortError' ? undefined : error.message
  }
  return error instanceof Error ? error.message : undefined
}
