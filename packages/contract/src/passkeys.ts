import { z } from 'zod'
import { boundedText } from './bounded-text.ts'

/** Bytes in base64url, as browsers write them in JSON. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')

/** A credential's id has at most 1023 bytes. */
const credentialId = bytes(1364)
const CLIENT_DATA_MAX = 8192
const ATTESTATION_MAX = 32_768
const SIGNED_MAX = 8192

/** Maximum passkeys of one account. */
export const PASSKEYS_MAX = 20

export const passkeyName = boundedText(60, 'The name can have at most 60 characters')
  .trim()
  .min(1, 'Give the passkey a name')
  .max(60, 'The name can have at most 60 characters')
  .regex(/^\P{Cc}*$/u, "The name can't contain control characters")

/** `toJSON` of the result of `navigator.credentials.create`, without fields that are not needed. */
export const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(CLIENT_DATA_MAX),
    attestationObject: bytes(ATTESTATION_MAX),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})
export type NewCredential = z.infer<typeof newCredential>

/** `toJSON` of the result of `navigator.credentials.get`. */
export const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(CLIENT_DATA_MAX),
    authenticatorData: bytes(SIGNED_MAX),
    signature: bytes(SIGNED_MAX),
    /** Id of the account, if the authenticator stores it. */
    userHandle: bytes(128).nullish(),
  }),
})
export type Assertion = z.infer<typeof assertion>

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** Input of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.array(descriptor),
})
export type PasskeyRequestOptions = z.infer<typeof requestOptions>

/** Input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.enum(['preferred', 'required']),
    userVerification: z.enum(['required', 'preferred']),
  }),
})
export type CreationOptions = z.infer<typeof creationOptions>
