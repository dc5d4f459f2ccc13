import { definePoll, SourceError } from '@atalaya/module-sdk/server'
import { dimensionsOf, noPicture } from './server/dimensions.ts'
import type { PictureConfig, PictureData } from './server/picture-data.ts'

const SECOND_MS = 1000
const DEFAULT_SECONDS = 60
/** Maximum size of a picture that Atalaya keeps. */
const PICTURE_MAX_BYTES = 2 * 1024 * 1024
const FIRST_BAD_STATUS = 400

export const source = definePoll<PictureConfig, PictureData>({
  intervalMs: ({ seconds = DEFAULT_SECONDS }) => seconds * SECOND_MS,
  key: ({ url, seconds, user, password, header, headerValue }) => [url, seconds, user, password, header, headerValue],
  missing: ({ url }) => (url.trim() === '' ? "Enter the address of a picture in this module's settings." : null),
  async fetch(config, { net, keepPicture }) {
    const { status, body, retryAfterMs } = await net.request(config.url, {
      headers: { accept: 'image/jpeg, image/png, image/webp', ...headersOf(config) },
      // One more byte shows that a picture is too large.
      maxBytes: PICTURE_MAX_BYTES + 1,
      isBeginningEnough: true,
    })
    if (status === 401 || status === 403) throw new SourceError('The picture asks for a name and a password, or a key')
    if (status >= FIRST_BAD_STATUS) throw new SourceError(`It answered with an error (${status})`, { retryAfterMs })
    const { width, height } = dimensionsOf(body)
    if (body.length > PICTURE_MAX_BYTES) throw new SourceError('The picture is larger than 2 MB')
    const picture = keepPicture(body)
    if (picture === null) throw noPicture()
    return { picture, width, height, at: Date.now() }
  },
})

function headersOf({ user, password, header, headerValue }: PictureConfig): Record<string, string> {
  const isBasic = user !== undefined || password !== undefined
  const credentials = Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')
  return {
    ...(isBasic && { authorization: `Basic ${credentials}` }),
    ...(header && headerValue && { [header]: headerValue }),
  }
}
