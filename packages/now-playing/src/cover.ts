/** Maximum size of a picture: a source's data have room for no more. */
export const COVER_MAX_BYTES = 90_000

/** Magic numbers of image formats. The music service's content type is not trusted. */
const signatures: [type: string, at: number, bytes: string][] = [
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/webp', 8, Buffer.from('WEBP').toString('hex')],
  ['image/gif', 0, Buffer.from('GIF8').toString('hex')],
]

/** Picture as a `data:` address, so that the browser makes no request for it. Null if it is too large or no picture. */
export function coverOf(bytes: Buffer): string | null {
  if (bytes.length > COVER_MAX_BYTES) return null
  const signature = signatures.find(([, at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex)
  return signature ? `data:${signature[0]};base64,${bytes.toString('base64')}` : null
}
