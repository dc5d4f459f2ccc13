import { SourceError } from '@atalaya/module-sdk/server'
import { disableTypes, imageSize, types } from 'image-size'

/** Formats that browsers show and with a reliable header. A GIF's frames may be larger than the GIF says. */
const SHOWN_FORMATS: ReadonlySet<string> = new Set(['jpg', 'png', 'webp'])
disableTypes(types.filter((type) => !SHOWN_FORMATS.has(type)))

/** Decoded, at 4 bytes a pixel, this takes 100 MB in each browser that shows it. */
const PIXELS_MAX = 25_000_000
const SIDE_MAX = 12_000

/**
 * Bytes in which the size stands. A JPEG has metadata before it: some 100 KB in photos of cameras. A whole picture
 * could have half a million empty parts instead.
 */
const HEADER_MAX_BYTES = 512 * 1024

export type Dimensions = { width: number; height: number }

/**
 * Size of a picture, by its header alone: nothing is decoded.
 * @throws SourceError if it can't be shown
 */
export function dimensionsOf(bytes: Buffer): Dimensions {
  const { width, height } = headerOf(bytes)
  if (!(width > 0 && height > 0)) throw noPicture()
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) {
    throw new SourceError(`The picture is too large: ${width} × ${height} pixels`)
  }
  return { width, height }
}

export const noPicture = (cause?: unknown): SourceError =>
  new SourceError('This is not a picture in JPEG, PNG or WebP', { cause })

function headerOf(bytes: Buffer): Dimensions {
  try {
    return imageSize(bytes.subarray(0, HEADER_MAX_BYTES))
  } catch (error) {
    throw noPicture(error)
  }
}
