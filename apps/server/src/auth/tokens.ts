import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { type Tokens, tokens } from '@atalaya/contract/auth'

const TOKEN_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** The kinds of opaque secrets; the prefix keeps one from being taken for another. */
export type TokenKind = 'at' | 'rt' | 'sb'

/** A new secret: 256 random bits in base64url behind its kind's prefix. */
export function newToken(kind: TokenKind): string {
  return `${kind}_${randomBytes(TOKEN_BYTES).toString('base64url')}`
}

/** SHA-256 in hex: what the database keeps of a secret. Enough for random ones; passwords need argon2. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Encrypts a token's successors so that only somebody who shows that token can read them (AES-256-GCM). */
export function sealFor(token: string, successor: Tokens): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(token), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(successor)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

/** Reads what `sealFor` wrote. */
export function unsealWith(token: string, sealed: string): Tokens {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(token), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  return tokens.parse(JSON.parse(text.toString()))
}

function sealingKey(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'atalaya refresh successor', 32))
}
