// Data of passkeys: JSON of browsers, CBOR of authenticators.
import type { CreationOptions, PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import { createCeremony } from '#server/factors/passkey-ceremony.ts'
import { createAuthenticator } from '#test/support/authenticator.ts'
import { fuzzDoor } from './door.ts'

const KB = 1024
/** Bytes of the longest attestation: 32,768 characters of base64url in the contract. */
const MAX_BYTES = 24 * KB

const challenge = 'A'.repeat(43)
const site = { rpId: 'localhost', origin: 'http://localhost' }
const options: CreationOptions = {
  challenge,
  rp: { id: site.rpId, name: 'Atalaya' },
  user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 60_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
}
const authenticator = createAuthenticator()
const credential = authenticator.make(options)
const requestOptions: PasskeyRequestOptions = {
  challenge,
  rpId: site.rpId,
  timeout: 60_000,
  userVerification: 'required',
  allowCredentials: [],
}
const assertion = authenticator.get(requestOptions)
const bytesOf = (text: string) => Buffer.from(text, 'base64url')

const storedPasskey = {
  id: '1',
  userId: '',
  credentialId: credential.id,
  publicKey: '',
  counter: 0,
  rpId: site.rpId,
  name: 'Key',
  transports: [],
  isSynced: false,
  createdAt: 0,
  lastUsedAt: null,
}
/** Repository with a challenge for everybody, and one passkey. */
const repo = {
  putChallenge: async () => undefined,
  takeChallenge: async () => ({ purpose: 'register' as const, boundTo: '', ...site }),
  find: async () => storedPasskey,
  hasAnyAt: async () => true,
  storeUse: async () => true,
}
const ceremony = createCeremony({ repo, now: () => 0 })
const expectation = { purpose: 'register', boundTo: '' } as const

/** Puts the input into each place of a message in turn; nothing may throw. */
async function read(input: Buffer): Promise<null> {
  const encoded = input.toString('base64url')
  const attestation = { ...credential.response, attestationObject: encoded }
  await ceremony.checkNew({ ...credential, response: attestation }, expectation)
  await ceremony.checkNew({ ...credential, response: { ...credential.response, clientDataJSON: encoded } }, expectation)
  for (const field of ['authenticatorData', 'clientDataJSON', 'signature'] as const) {
    const response = { ...assertion.response, userHandle: null, [field]: encoded }
    await ceremony.check({ ...assertion, response }, { ...expectation, mustVerifyUser: true })
  }
  return null
}

fuzzDoor('passkeys', {
  seeds: [
    bytesOf(credential.response.attestationObject),
    bytesOf(credential.response.clientDataJSON),
    bytesOf(assertion.response.authenticatorData),
  ],
  known: [
    ['', '\u0001', ''],
    ['{"challenge":', '[', ''],
  ],
  maxBytes: MAX_BYTES,
  shortInputs: 100,
  read,
})
