import { randomBytes, randomInt } from 'node:crypto'
import { hashToken } from '#server/sessions/tokens.ts'

/** Letters and digits except easily confused ones: 0 and O, 1 and I. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const SHORT_CODE = /^[A-HJ-NP-Z2-9]{8}$/
const HALF_LENGTH = 4

const newHalf = () => Array.from({ length: HALF_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** The two codes that a screen shows to become a display: one as a QR code, one to be typed. */
export const newCodePair = () => ({
  code: randomBytes(32).toString('base64url'),
  shortCode: `${newHalf()}-${newHalf()}`,
})

/** Column to find a code by, and its hash. */
export type CodeKey = { by: 'code_hash' | 'short_hash'; hash: string }

/** Accepts the short code in upper or lower case, with or without its dash. */
export function keyOfCode(shown: string): CodeKey {
  const short = shown.replace(/[\s-]/g, '').toUpperCase()
  if (SHORT_CODE.test(short)) return { by: 'short_hash', hash: hashToken(short) }
  return { by: 'code_hash', hash: hashToken(shown) }
}
