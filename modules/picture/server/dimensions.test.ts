import { expect, test } from 'vitest'
import { dimensionsOf } from './dimensions.ts'
import { gif, jpeg, png, svg, webp } from './testing/pictures.ts'

test.each([
  ['JPEG', jpeg],
  ['PNG', png],
  ['WebP', webp],
])('the dimensions of a %s are read from its header', (_name, make) => {
  expect(dimensionsOf(make(1920, 1080))).toMatchObject({ width: 1920, height: 1080 })
})

test('the size of a JPEG is looked for in its first 512 KB', () => {
  const metadata = Buffer.concat([Buffer.from('ffe1ffff', 'hex'), Buffer.alloc(65_533)])
  const withMetadata = (parts: number) => {
    const plain = jpeg(640, 480)
    return Buffer.concat([plain.subarray(0, 2), ...Array(parts).fill(metadata), plain.subarray(2)])
  }
  expect(dimensionsOf(withMetadata(7))).toMatchObject({ width: 640, height: 480 })
  expect(() => dimensionsOf(withMetadata(9))).toThrow('This is not a picture in JPEG, PNG or WebP')
})

test.each([
  ['40000 by 40000', png(40_000, 40_000), 'The picture is too large: 40000 × 40000 pixels'],
  ['a JPEG of the maximum size', jpeg(65_535, 65_535), 'The picture is too large: 65535 × 65535 pixels'],
  ['of more than 25 million pixels', jpeg(6_000, 5_000), 'The picture is too large: 6000 × 5000 pixels'],
  ['long and thin', webp(1, 16_000_000), 'The picture is too large: 1 × 16000000 pixels'],
  ['without an extent', png(0, 10), 'This is not a picture in JPEG, PNG or WebP'],
  ['an SVG', svg, 'This is not a picture in JPEG, PNG or WebP'],
  ['a GIF', gif(10, 10), 'This is not a picture in JPEG, PNG or WebP'],
  ['a page', Buffer.from('<!doctype html>'), 'This is not a picture in JPEG, PNG or WebP'],
  ['nothing', Buffer.alloc(0), 'This is not a picture in JPEG, PNG or WebP'],
  ['cut', png(10, 10).subarray(0, 12), 'This is not a picture in JPEG, PNG or WebP'],
])('%s is refused', (_name, bytes, message) => {
  expect(() => dimensionsOf(bytes)).toThrow(message)
})
