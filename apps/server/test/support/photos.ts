/** A segment of a JPEG: its marker, its length, its content. */
export function segment(marker: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

const START = Buffer.from([0xff, 0xd8])
export const END = Buffer.from([0xff, 0xd9])
export const jfif = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0')
export const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\x01')
const TABLES = Buffer.concat([segment(0xdb, `\0${'\x10'.repeat(64)}`), segment(0xc4, `\0${'\x01'.repeat(20)}`)])
/** Image data with a stuffed byte and a restart marker. */
const PIXELS = Buffer.from('12ff00d0ffd034', 'hex')
export const scan = Buffer.concat([segment(0xda, '\x01\x01\0\0\x3f\0'), PIXELS])

/** Frame header: 8 bits per sample, height, width, and one component. */
export function frame(width: number, height: number, marker = 0xc0): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  return segment(marker, Buffer.concat([Buffer.from([8]), size, Buffer.from('01012200', 'hex').subarray(0, 4)]))
}

/** Valid JPEG with meaningless pixels. `more` goes where cameras write their metadata. */
export const photoOf = (width = 640, height = 480, ...more: Buffer[]): Buffer =>
  Buffer.concat([START, jfif, ...more, TABLES, frame(width, height), scan, END])

/** Metadata that a phone writes beside its picture; each of these texts would reveal something. */
export const metadataTexts = ['GPS 42.88 -8.54', 'http://ns.adobe.com/xap/1.0/', 'a thumbnail', 'a comment', 'a video']
const [place = '', xmp = '', thumbnail = '', comment = '', video = ''] = metadataTexts

/** A photo as a phone stores it, with its place and a thumbnail inside, and a video behind it. */
export const phonePhoto = (width = 640, height = 480): Buffer =>
  Buffer.concat([
    photoOf(
      width,
      height,
      segment(0xe1, `Exif\0\0${place}`),
      segment(0xe1, `${xmp}\0<x:xmpmeta/>`),
      segment(0xe0, `JFXX\0\x10${thumbnail}`),
      segment(0xfe, comment),
      adobe,
    ),
    Buffer.from(video),
  ])

/** Photo of the requested size in bytes. */
export function largePhoto(bytes: number): Buffer {
  const [head, tail] = [photoOf(640, 480).subarray(0, -2), END]
  return Buffer.concat([head, Buffer.alloc(bytes - head.length - tail.length, 0x11), tail])
}
