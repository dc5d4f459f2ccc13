import { expect, test } from 'vitest'
import { createPictures } from '#server/widget-data/pictures.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const picture = (bytes: number, fill = 7) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length, fill)])

test('a picture is kept once, by the hash of its content', () => {
  const pictures = createPictures()
  const key = pictures.keep(picture(1000))
  expect(pictures.keep(picture(1000))).toBe(key)
  expect(pictures.bytes()).toBe(1000)
  expect(pictures.find(key ?? '')).toBe(`data:image/png;base64,${picture(1000).toString('base64')}`)
  expect(pictures.find('unknown')).toBeNull()
})

test('a file that is no picture, or too large, is not kept', () => {
  const pictures = createPictures()
  for (const other of ['<svg onload="alert(1)">', '<!doctype html>', ''])
    expect(pictures.keep(Buffer.from(other))).toBeNull()
  expect(pictures.keep(picture(3 * 1024 * 1024))).toBeNull()
  expect(pictures.bytes()).toBe(0)
})

test('the least recently requested pictures are dropped first', () => {
  const pictures = createPictures({ maxBytes: 2500 })
  const [first, second] = [pictures.keep(picture(1000, 1)), pictures.keep(picture(1000, 2))]
  pictures.find(first ?? '')
  const third = pictures.keep(picture(1000, 3))
  const kept = [first, second, third].map((key) => pictures.find(key ?? '') !== null)
  expect(kept).toEqual([true, false, true])
  expect(pictures.bytes()).toBe(2000)
})
