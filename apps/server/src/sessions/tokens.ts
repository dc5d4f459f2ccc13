import { hash, randomBytes } from 'node:crypto'
import { createSecretBox } from '#server/secrets/secret-box.ts'

const TOKEN_BYTES = 32
const CODE_BYTES = 16

/** Kinds of opaque secrets; the prefix keeps one from being taken for another. */
export type TokenKind =
  | 'at' // Access token.
  | 'rt' // Refresh token.
  | 'sb' // Binding cookie of a session.
  | 'kd' // Known device.
  | 'qp' // Poll token of a QR code.
  | 'qc' // Claim of a QR code.
  | 'ft' // Ticket for the second factor.
  | 'sf' // Cookie of that ticket.
  | 'pk' // Cookie of a passkey's challenge.
  | 'ap' // A person's token for programs.
  | 'oi' // State and secrets of a sign-in by a provider.
  | 'ot' // Ticket of a sign-in by a provider.
  | 'ad' // Credential of a display.
  | 'db' // Binding cookie of a display.
  | 'dp' // Poll token of a display.

/** A new secret: 256 random bits in base64url behind its kind's prefix. */
export function newToken(kind: TokenKind): string {
  return `${kind}_${randomBytes(TOKEN_BYTES).toString('base64url')}`
}

/** Content of a QR code: 128 random bits. More would make the picture harder to scan. */
export const newCode = (): string => randomBytes(CODE_BYTES).toString('base64url')

/** Challenge for a passkey: as long as a token. */
export const newChallenge = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** SHA-256 in hex, the stored form of a secret. Enough for random ones; passwords need argon2. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** Owner that a secret box needs. A constant, because each text has a secret of its own. */
const SEAL_OWNER = 'tokens'

/** Encrypts a text with `secret`, one of our tokens. Only a request that brings this token can decrypt it. */
export const sealFor = (secret: string, text: string): string => createSecretBox(secret).seal(text, SEAL_OWNER)

/** Decrypts a text that `sealFor` has encrypted. @throws SealError */
export const unsealWith = (secret: string, sealed: string): string => createSecretBox(secret).open(sealed, SEAL_OWNER)
