import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shrink } from './shrink.ts'
import { stubPictures } from './testing/pictures.ts'

beforeEach(stubPictures)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const photo = new File(['photo'], 'photo.jpg', { type: 'image/jpeg' })

/** Has the browser write JPEGs of these sizes, in KiB; returns the requested qualities. */
function stubJpegSizes(...kilobytes: number[]) {
  const attempts: string[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, back, type, q) {
    attempts.push(`${this.width} × ${this.height} ${type} ${q}`)
    back(new Blob([new Uint8Array((kilobytes[attempts.length - 1] ?? 701) * 1024)]))
  })
  return attempts
}

test('a photo is scaled to at most 1920 pixels, and turned by its EXIF orientation', async () => {
  const attempts = stubJpegSizes(400)
  const decode = vi.spyOn(globalThis, 'createImageBitmap')
  expect((await shrink(photo)).size).toBe(400 * 1024)
  expect(attempts).toEqual(['1920 × 1440 image/jpeg 0.86'])
  expect(decode).toHaveBeenCalledExactlyOnceWith(photo, { imageOrientation: 'from-image' })
})

test('a photo is reduced in quality, then in size, until it has at most 700 KiB', async () => {
  const attempts = stubJpegSizes(900, 800, 701, 800, 700)
  expect((await shrink(photo)).size).toBe(700 * 1024)
  expect(attempts.map((attempt) => attempt.replace(' image/jpeg', ''))).toEqual([
    '1920 × 1440 0.86',
    '1920 × 1440 0.75',
    '1920 × 1440 0.6',
    '1440 × 1080 0.86',
    '1440 × 1080 0.75',
  ])
})

test('a picture that can’t be made small enough is refused, and so is a file of more than 60 MiB', async () => {
  stubJpegSizes()
  await expect(shrink(photo)).rejects.toThrow('The picture could not be made small enough')
  const large = Object.defineProperty(new File([], 'a.jpg', { type: 'image/jpeg' }), 'size', {
    value: 60 * 1024 ** 2 + 1,
  })
  await expect(shrink(large)).rejects.toThrow('The file is larger than 60 MB')
})

test('a picture with too many pixels is refused before it is decoded', async () => {
  const decode = vi.spyOn(globalThis, 'createImageBitmap')
  const huge = new File([], 'huge.png', { type: 'image/png' })
  await expect(shrink(huge)).rejects.toThrow('The picture is too large: 40000 × 40000 pixels')
  expect(decode).not.toHaveBeenCalled()
})
