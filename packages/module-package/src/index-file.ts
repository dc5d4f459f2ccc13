import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { IndexError, type IndexVersion } from '@atalaya/contract/module-index'

/** The first line of an index: who has signed the bytes behind it. */
const HEAD = /^atalaya-index ([A-Za-z0-9_-]{43}) ([A-Za-z0-9+/]{86}==)\n$/
const headOf = (key: string, signature: string) => `atalaya-index ${key} ${signature}\n`
const HEAD_BYTES = headOf('A'.repeat(43), 'A'.repeat(88)).length

/** Text of a public key, or of that of a private one: its 32 bytes as base64url. */
export function keyText(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' })
  return x
}

/** An index as it is published: a line with the public key and the signature (Ed25519, RFC 8032), then these bytes. */
export function signIndex(body: Buffer, key: KeyObject): Buffer {
  const signature = sign(null, indexMessage(body), key).toString('base64')
  return Buffer.concat([Buffer.from(headOf(keyText(key), signature)), body])
}

/**
 * The key that has signed an index, and the bytes that it signed. Nothing has parsed these bytes yet.
 * @throws IndexError if it is no index, or was changed after it was signed
 */
export function openIndex(bytes: Buffer): { key: string; body: Buffer } {
  const [, key, signature] = HEAD.exec(bytes.subarray(0, HEAD_BYTES).toString('latin1')) ?? []
  if (key === undefined || signature === undefined) throw new IndexError('There is no index of modules at this address')
  const body = bytes.subarray(HEAD_BYTES)
  if (!isSigned(indexMessage(body), key, signature)) {
    throw new IndexError('The signature of the index is wrong: it was changed or cut off after it was signed')
  }
  return { key, body }
}

type Package = Pick<IndexVersion, 'version' | 'sha256'> & { id: string }

/** A publisher's signature under a version of a module, as base64. */
export const signPackage = (pkg: Package, key: KeyObject): string =>
  sign(null, packageMessage(pkg), key).toString('base64')

/** Checks that the publisher named by an index has signed this version. */
export const isByPublisher = (pkg: Package & Pick<IndexVersion, 'publisher' | 'signature'>): boolean =>
  isSigned(packageMessage(pkg), pkg.publisher, pkg.signature)

function isSigned(message: Buffer, key: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  // Base64 can spell the same bytes in several ways: each would be another file with a valid signature.
  if (bytes.toString('base64') !== signature) return false
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' }), bytes)
}

/** Signed bytes begin with their purpose. A signature for another purpose by the same key is no good here. */
const indexMessage = (body: Buffer) => Buffer.concat([Buffer.from('atalaya-index\n'), body])
const packageMessage = ({ id, version, sha256 }: Package) => Buffer.from(`atalaya-package ${id} ${version} ${sha256}\n`)
