import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

/** Text of a QR picture on the screen, read from a screenshot as another device's camera would. */
export async function readQr(picture: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await picture.screenshot())
  const code = jsqr.default(new Uint8ClampedArray(data), width, height)
  if (!code) throw new Error('There is no QR code in the picture')
  return code.data
}
