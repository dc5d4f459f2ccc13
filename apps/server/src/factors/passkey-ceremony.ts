import { parseJson } from '@atalaya/contract/bounded-json'
import type { Assertion, CreationOptions, NewCredential, PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import { z } from 'zod'
import { PASSKEY_CHALLENGE_MS } from '#server/limits/limits.ts'
import { hashToken, newChallenge } from '#server/sessions/tokens.ts'
import type { Challenge, PasskeysRepo, StoredPasskey } from './passkeys.repo.ts'
import type { Site } from './site.ts'

/** Maximum characters of a reason for the log, and of a challenge. */
const REASON_MAX = 200
const CHALLENGE_MAX = 200
/** COSE ids of EdDSA, ES256 and RS256: the algorithms of authenticators. */
const ALGORITHMS = [-8, -7, -257]

/** Purpose of a challenge, and the session or sign-in that it is valid in. */
type Binding = Pick<Challenge, 'purpose' | 'boundTo'>
type RequestFor = Binding & { site: Site; passkeys: StoredPasskey[]; userVerification: 'required' | 'preferred' }
type Owner = { id: string; username: string; displayName: string }

/** A passkey with a valid signature. */
export type SignedPasskey = { passkey: StoredPasskey; counter: number; isSynced: boolean }
type Refusal = { reason: string }

type Needs = {
  repo: Pick<PasskeysRepo, 'find' | 'hasAnyAt' | 'storeUse' | 'putChallenge' | 'takeChallenge'>
  now: () => number
}

/** Loads the library when it is first needed: it is large, and few people have passkeys. */
const load = () => import('@simplewebauthn/server')

/**
 * Makes challenges for passkeys, and checks their signatures. A challenge is valid once, for its own purpose and site.
 */
export function createCeremony({ repo, now }: Needs) {
  async function storeChallenge(binding: Binding, { rpId, origin }: Site): Promise<string> {
    const challenge = newChallenge()
    await repo.putChallenge(hashToken(challenge), { ...binding, rpId, origin }, now() + PASSKEY_CHALLENGE_MS)
    return challenge
  }

  /** Takes a challenge out of the store, so that only one answer counts, right or wrong. */
  async function takeChallenge(clientData: string, binding: Binding) {
    const challenge = challengeIn(clientData)
    const found = challenge === null ? null : await repo.takeChallenge(hashToken(challenge), binding, now())
    return found && challenge !== null ? { ...found, challenge } : null
  }

  return {
    find: (credentialId: string): Promise<StoredPasskey | null> => repo.find(credentialId),
    isKnownAt: (rpId: string): Promise<boolean> => repo.hasAnyAt(rpId),

    /** Stores the use of a passkey; false if it was deleted, or used by another request first. */
    storeUse: ({ passkey, counter, isSynced }: SignedPasskey): Promise<boolean> =>
      repo.storeUse(passkey, counter, isSynced, now()),

    /**
     * Request for a signature by one of these passkeys. With an empty list the browser may choose any passkey of the
     * site.
     */
    async requestOptions({ site, passkeys, userVerification, ...binding }: RequestFor): Promise<PasskeyRequestOptions> {
      const challenge = await storeChallenge(binding, site)
      const allowCredentials = passkeys.map(toDescriptor)
      return { challenge, rpId: site.rpId, timeout: PASSKEY_CHALLENGE_MS, userVerification, allowCredentials }
    },

    /** Request for a new passkey. */
    async creationOptions(binding: Binding, site: Site, owner: Owner, own: StoredPasskey[]): Promise<CreationOptions> {
      return {
        challenge: await storeChallenge(binding, site),
        rp: { id: site.rpId, name: 'Atalaya' },
        user: { id: handleOf(owner.id), name: owner.username, displayName: owner.displayName },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: PASSKEY_CHALLENGE_MS,
        attestation: 'none',
        excludeCredentials: own.map(toDescriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      }
    },

    /** Checks a passkey's signature. The passkey must be known here, and be for the site of the challenge. */
    async check(
      assertion: Assertion,
      expected: Binding & { mustVerifyUser: boolean },
    ): Promise<SignedPasskey | Refusal> {
      const issued = await takeChallenge(assertion.response.clientDataJSON, expected)
      const passkey = await repo.find(assertion.id)
      if (!issued || !passkey) return { reason: issued ? 'unknown passkey' : 'unknown challenge' }
      const { userHandle, ...response } = assertion.response
      if (userHandle && userHandle !== handleOf(passkey.userId)) return { reason: 'of another account' }
      const { verifyAuthenticationResponse } = await load()
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...assertion, response, clientExtensionResults: {} },
          expectedChallenge: issued.challenge,
          expectedOrigin: issued.origin,
          expectedRPID: passkey.rpId,
          credential: {
            id: passkey.credentialId,
            publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.counter,
          },
          requireUserVerification: expected.mustVerifyUser,
        })
        if (!verified) return { reason: 'wrong signature' }
        const { newCounter, credentialBackedUp } = authenticationInfo
        return { passkey, counter: newCounter, isSynced: credentialBackedUp }
      } catch (error) {
        return { reason: reasonOf(error) }
      }
    },

    /** Checks a new passkey. */
    async checkNew(newCredential: NewCredential, binding: Binding) {
      const issued = await takeChallenge(newCredential.response.clientDataJSON, binding)
      if (!issued) return { reason: 'unknown challenge' }
      const { transports = [], ...response } = newCredential.response
      const { verifyRegistrationResponse } = await load()
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...newCredential, response, clientExtensionResults: {} },
          expectedChallenge: issued.challenge,
          expectedOrigin: issued.origin,
          expectedRPID: issued.rpId,
          requireUserVerification: false,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        if (!verified) return { reason: 'not verified' }
        const { credential, credentialBackedUp } = registrationInfo
        return {
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          rpId: issued.rpId,
          transports,
          isSynced: credentialBackedUp,
        }
      } catch (error) {
        return { reason: reasonOf(error) }
      }
    },
  }
}
export type Ceremony = ReturnType<typeof createCeremony>

const clientData = z.object({ challenge: z.string().max(CHALLENGE_MAX) })

/** Challenge in the browser's data. Not verified here: the check of the signature does that. */
function challengeIn(text: string): string | null {
  try {
    const parsed = clientData.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data.challenge : null
  } catch {
    return null
  }
}

/** User handle that authenticators keep. */
const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url')

const toDescriptor = ({ credentialId: id, transports }: StoredPasskey) => ({
  id,
  type: 'public-key' as const,
  transports,
})

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : 'unreadable').slice(0, REASON_MAX)
