import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The last line of a signed program. It is a comment, so the program still runs. */
const LINE = /^\n\/\/ atalaya-signature (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([A-Za-z0-9+/]{86}==)\n$/
const lineOf = (signedAt: string, signature: string) => `\n// atalaya-signature ${signedAt} ${signature}\n`
const LINE_BYTES = lineOf(new Date(0).toISOString(), Buffer.alloc(64).toString('base64')).length

/** The 32 bytes of an Ed25519 public key as base64url. */
const PUBLIC_KEY = /^[A-Za-z0-9_-]{43}$/

/** The public key in a text; null if the text is no key. */
export function publicKeyOf(text: string): KeyObject | null {
  if (!PUBLIC_KEY.test(text)) return null
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
}

/** Public key as base64url: the form for command lines and files. */
export function publicKeyText(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' })
  return x
}

/**
 * A program with a signature (Ed25519, RFC 8032) as its last line, in place of the one that it had. The signature
 * covers all other bytes and the instant. A later instant is a newer release.
 */
export function signProgram(program: Uint8Array, key: KeyObject, now: number): Buffer {
  const { body } = partsOf(program)
  const signedAt = new Date(now).toISOString()
  const signature = sign(null, messageOf(signedAt, body), key).toString('base64')
  return Buffer.concat([body, Buffer.from(lineOf(signedAt, signature))])
}

/** Time, as ISO 8601, when the program was signed with the private half of `key`. Null without a valid signature. */
export function signedAtOf(program: Uint8Array, key: KeyObject): string | null {
  const { body, line } = partsOf(program)
  if (!line) return null
  const { signedAt, signature } = line
  const bytes = Buffer.from(signature, 'base64')
  // Base64 can spell the same bytes in several ways: each would be another file with a valid signature.
  const isPlain = bytes.toString('base64') === signature
  return isPlain && verify(null, messageOf(signedAt, body), key, bytes) ? signedAt : null
}

function partsOf(program: Uint8Array): { body: Buffer; line: { signedAt: string; signature: string } | null } {
  const bytes = Buffer.from(program.buffer, program.byteOffset, program.length)
  const [, signedAt, signature] = LINE.exec(bytes.subarray(-LINE_BYTES).toString('latin1')) ?? []
  if (signedAt === undefined || signature === undefined) return { body: bytes, line: null }
  return { body: bytes.subarray(0, -LINE_BYTES), line: { signedAt, signature } }
}

/** The signed message names its purpose, so that a signature of other data does not fit a program. */
const messageOf = (signedAt: string, body: Buffer) => Buffer.concat([Buffer.from(`atalaya-agent ${signedAt}\n`), body])
