import { hash, randomBytes } from 'node:crypto'
import { createSecretBox } from '#server/secrets/secret-box.ts'

const TOKEN_BYTES = 32
const CODE_BYTES = 16

/**
 * The kinds of opaque secrets; the prefix keeps one from being taken for another: access token, refresh token,
 * session's binding cookie, known device, QR poll token, QR claim, ticket for the second factor and its cookie, cookie of
 * who is asked for a passkey, a person's token for programs, the browser and the ticket of a sign-in by a provider, a
 * display's credential, its poll token and its binding cookie.
 */
export type TokenKind =
  | 'at'
  | 'rt'
  | 'sb'
  | 'kd'
  | 'qp'
  | 'qc'
  | 'ft'
  | 'sf'
  | 'pk'
  | 'ap'
  | 'oi'
  | 'ot'
  | 'ad'
  | 'db'
  | 'dp'

/** A new secret: 256 random bits in base64url behind its kind's prefix. */
export function newToken(kind: TokenKind): string {
  return `${kind}_${randomBytes(TOKEN_BYTES).toString('base64url')}`
}

/** What a QR code carries: 128 random bits, few enough for a picture that reads easily. */
export const newCode = (): string => randomBytes(CODE_BYTES).toString('base64url')

/** What a passkey is asked to sign: as long as a token. */
export const newChallenge = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** SHA-256 in hex: what the database keeps of a secret. Enough for random ones; passwords need argon2. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** What a sealed text belongs to, whatever session it is of: who knows the secret may read it. */
const OWNER = 'tokens'

/** Encrypts a text so that only somebody who shows `secret`, one of our tokens, again can read it. */
export const sealFor = (secret: string, text: string): string => createSecretBox(secret).seal(text, OWNER)

/** Reads what `sealFor` wrote. @throws SealError */
export const unsealWith = (secret: string, sealed: string): string => createSecretBox(secret).open(sealed, OWNER)
