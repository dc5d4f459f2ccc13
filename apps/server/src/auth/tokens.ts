import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const CODE_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * The kinds of opaque secrets; the prefix keeps one from being taken for another: access token, refresh token,
 * session's binding cookie, known device, QR poll token, QR claim.
 */
export type TokenKind = 'at' | 'rt' | 'sb' | 'kd' | 'qp' | 'qc'

/** A new secret: 256 random bits in base64url behind its kind's prefix. */
export function newToken(kind: TokenKind): string {
  return `${kind}_${randomBytes(TOKEN_BYTES).toString('base64url')}`
}

/** What a QR code carries: 128 random bits, few enough for a picture that reads easily. */
export const newCode = (): string => randomBytes(CODE_BYTES).toString('base64url')

/** SHA-256 in hex: what the database keeps of a secret. Enough for random ones; passwords need argon2. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Encrypts a text so that only somebody who shows `secret` again can read it (AES-256-GCM). */
export function sealFor(secret: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), iv)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Reads what `sealFor` wrote. */
export function unsealWith(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString()
}

function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'atalaya successor', 32))
}
