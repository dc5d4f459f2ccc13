import { createHash } from 'node:crypto'
import { createLruCache } from './lru-cache.ts'

const PICTURE_MAX_BYTES = 2 * 1024 * 1024
const ALL_MAX_BYTES = 64 * 1024 * 1024

/** Magic bytes of picture types, in hex, and their offset. The other server's content type is not trusted. */
const signatures: [type: string, at: number, bytes: string][] = [
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/webp', 8, Buffer.from('WEBP').toString('hex')],
  ['image/gif', 0, Buffer.from('GIF8').toString('hex')],
]

/**
 * Pictures of sources that are too large for their data, by content hash. The least recently used are dropped first.
 * Kept in this process's memory, where the sources run, too.
 */
export function createPictures({ maxBytes = ALL_MAX_BYTES } = {}) {
  const cache = createLruCache<{ type: string; bytes: Buffer }>(maxBytes, ({ bytes }) => bytes.length)

  return {
    /** Stores a picture and returns its key; null if it is too large or no picture. */
    keep(bytes: Buffer): string | null {
      const signature = signatures.find(
        ([, at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex,
      )
      if (!signature || bytes.length > PICTURE_MAX_BYTES) return null
      const key = createHash('sha256').update(bytes).digest('base64url')
      if (!cache.get(key)) cache.set(key, { type: signature[0], bytes: Buffer.from(bytes) })
      return key
    },

    /** Picture as a `data:` URL; null if it is no longer cached. */
    find(key: string): string | null {
      const picture = cache.get(key)
      return picture ? `data:${picture.type};base64,${picture.bytes.toString('base64')}` : null
    },

    bytes: cache.bytes,
  }
}
export type Pictures = ReturnType<typeof createPictures>
