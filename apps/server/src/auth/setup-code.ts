import { createHmac, timingSafeEqual } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const GROUP = /.{4}(?=.)/g

/**
 * What the first registration needs where others than this machine reach the server: 60 bits that only the terminal
 * shows, as `7K2M-0QXR-V4TC` (Crockford's base 32). It follows from the installation's key, so that every instance and
 * every start has the same, and nothing of it is stored.
 */
export function setupCodeOf(secretKey: string): string {
  const digest = createHmac('sha256', secretKey).update('setup code').digest()
  const letters = [...digest.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length])
  return letters.join('').replace(GROUP, '$&-')
}

/** Whether somebody means this code: in whatever case, with or without the dashes, with O for 0 and I or L for 1. */
export function isSameCode(given: string, code: string): boolean {
  const [a, b] = [Buffer.from(plain(given)), Buffer.from(plain(code))]
  return a.length === b.length && timingSafeEqual(a, b)
}

const plain = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
