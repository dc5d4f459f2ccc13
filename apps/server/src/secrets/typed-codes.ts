/** Crockford's base 32: none of its letters looks like another one. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUP = /.{4}(?=.)/g

/** A code that people read and type, of five bits of each byte: `7K2M-0QXR-V4TC`. */
export function typedCode(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length])
  return letters.join('').replace(GROUP, '$&-')
}

/** Normalises a typed code: any case, with or without dashes, O for 0 and I or L for 1. */
export const normalizeCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
