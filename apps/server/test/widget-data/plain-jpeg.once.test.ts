import { describe, expect, test } from 'vitest'
import { withoutMetadata } from '#server/widget-data/plain-jpeg.ts'
import { adobe, END, frame, jfif, metadataTexts, phonePhoto, photoOf, scan, segment } from '#test/support/photos.ts'

const START = Buffer.from([0xff, 0xd8])
const jpegOf = (...parts: Buffer[]) => Buffer.concat([START, ...parts])

describe('a photo', () => {
  test('keeps its image data and reports its size', () => {
    const plain = photoOf(4096, 3072, adobe)
    expect(withoutMetadata(plain)).toEqual({ width: 4096, height: 3072, bytes: plain })
  })

  test('loses all metadata of a camera, inside and after the image', () => {
    expect(metadataTexts.filter((text) => !phonePhoto().includes(text))).toEqual([])
    const { bytes } = withoutMetadata(phonePhoto())
    expect(metadataTexts.filter((text) => bytes.includes(text))).toEqual([])
    expect(bytes).toEqual(photoOf(640, 480, adobe))
  })

  test('loses segments between its scans and a JFIF thumbnail', () => {
    const progressive = (...between: Buffer[]) => jpegOf(jfif, frame(8, 8, 0xc2), scan, ...between, scan, END)
    expect(withoutMetadata(progressive(segment(0xe1, 'Exif\0\0'), segment(0xfe, 'x'))).bytes).toEqual(progressive())
    const withThumbnail = jpegOf(segment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc`), frame(8, 8), scan, END)
    expect(withoutMetadata(withThumbnail).bytes).toEqual(jpegOf(frame(8, 8), scan, END))
  })

  test('loses fill bytes before a marker', () => {
    const filled = jpegOf(Buffer.from([0xff, 0xff]), frame(8, 8), scan, Buffer.from([0xff]), END)
    expect(withoutMetadata(filled).bytes.subarray(-2)).toEqual(END)
  })
})

const DAMAGED = 'This JPEG is damaged or cut off'
test.each<[string, Buffer, string]>([
  ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), 'This is no JPEG'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'This is no JPEG'],
  ['an empty file', Buffer.alloc(0), 'This is no JPEG'],
  ['one pixel too wide', photoOf(4097, 10), 'A photo has at most 4096 × 4096 pixels, this one 4097 × 10'],
  ['40,000 high', photoOf(10, 40_000), 'A photo has at most 4096 × 4096 pixels, this one 10 × 40000'],
  ['without a size', photoOf(0, 10), DAMAGED],
  ['without a frame', jpegOf(scan, END), DAMAGED],
  ['without a scan', jpegOf(frame(8, 8), END), DAMAGED],
  ['with a scan without pixels', jpegOf(frame(8, 8), segment(0xda, 'x'), END), DAMAGED],
  ['with two frames', jpegOf(frame(8, 8), frame(9, 9), scan, END), DAMAGED],
  ['without its end', photoOf().subarray(0, -2), DAMAGED],
  ['with a truncated end marker', photoOf().subarray(0, -1), DAMAGED],
  ['arithmetically coded', jpegOf(frame(8, 8, 0xc9), scan, END), DAMAGED],
  ['lossless', jpegOf(frame(8, 8, 0xc3), scan, END), DAMAGED],
  ['with an unknown segment', jpegOf(segment(0xf0, 'x'), frame(8, 8), scan, END), DAMAGED],
  ['with a misplaced restart marker', jpegOf(Buffer.from([0xff, 0xd0]), frame(8, 8), scan, END), DAMAGED],
  ['with a segment without a length', jpegOf(Buffer.from('ffe10000', 'hex'), frame(8, 8), scan, END), DAMAGED],
  ['with bytes between its segments', jpegOf(Buffer.from('x'), frame(8, 8), scan, END), DAMAGED],
  ['with countless scans', jpegOf(frame(8, 8, 0xc2), ...Array(65).fill(scan), END), DAMAGED],
  ['with countless segments', jpegOf(...Array(1000).fill(segment(0xfe, '')), frame(8, 8), scan, END), DAMAGED],
])('a file is refused as a photo: %s', (_name, bytes, message) => {
  expect(() => withoutMetadata(bytes)).toThrow(message)
})

test('a photo that is truncated at any byte is refused', () => {
  const photo = photoOf(640, 480)
  for (let end = 0; end < photo.length; end++) expect(() => withoutMetadata(photo.subarray(0, end)), `${end}`).toThrow()
})
