const FILE_MAX_BYTES = 60 * 1024 * 1024
/** Decoded, at 4 bytes a pixel, this takes 400 MB. */
const PIXELS_MAX = 100_000_000
/** Longest sides in px, tried one after the other; the first suits the largest displays. */
const SIDES = [1920, 1440, 1080]
const QUALITIES = [0.86, 0.75, 0.6]
/** The server takes a little more. */
const JPEG_MAX_BYTES = 700 * 1024

/**
 * Photo as a small JPEG, turned as its EXIF says; drawing it again drops all metadata.
 *
 * @throws Error that says why this file is no usable picture
 */
export async function shrink(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/')) throw new Error('This file is not a picture')
  if (file.type.startsWith('image/svg')) throw new Error('SVG drawings are not supported, only photos')
  if (file.size > FILE_MAX_BYTES) throw new Error('The file is larger than 60 MB')
  await refuseTooManyPixels(file)
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) throw unreadable()
  try {
    return await bestUnderLimit(bitmap)
  } finally {
    bitmap.close()
  }
}

/** Reads the dimensions only: a browser decodes a picture when it is drawn. */
async function refuseTooManyPixels(file: File): Promise<void> {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    await new Promise<void>((resolve, reject) => {
      image.onload = () => resolve()
      image.onerror = () => reject(unreadable())
      image.src = url
    })
    const { naturalWidth: width, naturalHeight: height } = image
    if (width === 0 || height === 0) throw unreadable()
    if (width * height > PIXELS_MAX) throw new Error(`The picture is too large: ${width} × ${height} pixels`)
  } finally {
    image.src = ''
    URL.revokeObjectURL(url)
  }
}

/** Best quality and size whose JPEG is below the limit. */
async function bestUnderLimit(bitmap: ImageBitmap): Promise<Blob> {
  for (const side of SIDES) {
    const canvas = draw(bitmap, side)
    for (const quality of QUALITIES) {
      const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
      if (jpeg && jpeg.size <= JPEG_MAX_BYTES) return jpeg
    }
  }
  throw new Error('The picture could not be made small enough')
}

/** Draws a picture with at most `side` pixels a side. */
export function draw(bitmap: ImageBitmap | HTMLImageElement, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw unreadable()
  // A JPEG has no transparency: transparent pixels would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

const unreadable = () => new Error('This browser can’t read the picture')
