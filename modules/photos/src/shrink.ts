const FILE_MAX_BYTES = 60 * 1024 * 1024
/** Unpacked, a pixel takes 4 bytes: 400 MB. */
const PIXELS_MAX = 100_000_000
/** Longest sides in px, tried one after the other; the first suits the largest displays. */
const SIDES = [1920, 1440, 1080]
const QUALITIES = [0.86, 0.75, 0.6]
/** The server takes a little more. */
const JPEG_MAX_BYTES = 700 * 1024

/**
 * A photo as a small JPEG: turned as its EXIF says and with nothing in it but the picture, for it is drawn again.
 * @throws Error that says why this file is no usable picture
 */
export async function shrink(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/')) throw new Error('This is no picture')
  if (file.type.startsWith('image/svg')) throw new Error('Drawings (SVG) are not taken, only photos')
  if (file.size > FILE_MAX_BYTES) throw new Error('The file is larger than 60 MB')
  await refuseTooManyPixels(file)
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) throw unreadable()
  try {
    return await smallest(bitmap)
  } finally {
    bitmap.close()
  }
}

/** Asks the browser for the extent alone: it unpacks no picture before it is drawn. */
async function refuseTooManyPixels(file: File): Promise<void> {
  const image = new Image()
  const address = URL.createObjectURL(file)
  try {
    await new Promise<void>((resolve, reject) => {
      image.onload = () => resolve()
      image.onerror = () => reject(unreadable())
      image.src = address
    })
    const { naturalWidth: width, naturalHeight: height } = image
    if (width === 0 || height === 0) throw unreadable()
    if (width * height > PIXELS_MAX) throw new Error(`The picture is too large: ${width} × ${height} pixels`)
  } finally {
    image.src = ''
    URL.revokeObjectURL(address)
  }
}

/** The best of the qualities and sizes that is small enough. */
async function smallest(bitmap: ImageBitmap): Promise<Blob> {
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
  // A JPEG has no transparency: clear pixels would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

const unreadable = () => new Error('This browser can’t read the picture')
