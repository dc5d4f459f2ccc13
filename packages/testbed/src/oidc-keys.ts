import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto'

/** A key by which a provider signs. */
export type SigningKey = JsonWebKey & { kid: string }

export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

type Claims = Record<string, unknown>

/** Claims of a signed token. */
export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))

/** Signs any claims, as a provider would. */
export function signToken(claims: Claims, key: SigningKey): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: key.kid })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), createPrivateKey({ key, format: 'jwk' }))
  return `${signed}.${signature.toString('base64url')}`
}
