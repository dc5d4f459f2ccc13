import { createHmac, timingSafeEqual } from 'node:crypto'
import { normalizeCode, typedCode } from '#server/secrets/typed-codes.ts'

/** Characters of the code, of five bits each: 60 bits. Each is made of one byte of the digest. */
const LENGTH = 12

/**
 * Code for the first registration, if other machines than this one reach the server. 60 bits that only the terminal
 * shows, as `7K2M-0QXR-V4TC` (Crockford's base 32).
 *
 * Derived from the installation's key: every instance and every start has the same, and nothing of it is stored.
 */
export function setupCodeOf(secretKey: string): string {
  const digest = createHmac('sha256', secretKey).update('setup code').digest()
  return typedCode(digest.subarray(0, LENGTH))
}

/** True if the typed text means this code: case and hyphens don't matter. */
export function isSameCode(typed: string, code: string): boolean {
  const [a, b] = [Buffer.from(normalizeCode(typed)), Buffer.from(normalizeCode(code))]
  return a.length === b.length && timingSafeEqual(a, b)
}
