import { z } from 'zod'
import { route } from './route.ts'
import { id, nothing } from './scalars.ts'

/** Maximum size of a photo in bytes: as Base64 it fits into a body of 1 MiB. */
export const PHOTO_MAX_BYTES = 750 * 1024
/** Maximum side of a photo, in pixels. */
export const PHOTO_MAX_SIDE = 4096
/** Maximum photos of one widget. */
export const PHOTOS_MAX = 60
/** Maximum bytes of all photos of an account, those on deleted pages included. */
export const PHOTOS_MAX_BYTES = 50 * 1024 * 1024

/** A photo of a widget; the content behind an id never changes. */
export const photo = z.object({
  id,
  width: z.int(),
  height: z.int(),
  /** In bytes. */
  size: z.int(),
})
export type Photo = z.infer<typeof photo>

const widgetParams = z.object({ widgetId: id })
const photoParams = z.object({ widgetId: id, photoId: id })

/** Photos that people upload for a widget of their own, if its module asks for them. */
export const modulePhotos = {
  list: route({
    method: 'GET',
    path: '/api/v1/modules/photos/:widgetId',
    access: 'user',
    scope: 'modules:read',
    allowsDisplay: 'widget',
    summary: 'The photos of a widget, in their order',
    params: widgetParams,
    data: z.object({ photos: z.array(photo) }),
  }),
  read: route({
    method: 'GET',
    path: '/api/v1/modules/photos/:widgetId/:photoId',
    access: 'user',
    scope: 'modules:read',
    allowsDisplay: 'widget',
    summary: 'A photo of a widget, as a `data:` address',
    params: photoParams,
    data: z.object({ picture: z.string() }),
  }),
  add: route({
    method: 'POST',
    path: '/api/v1/modules/photos/:widgetId',
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'modules:use',
    summary:
      'Add a photo to a widget: a JPEG of at most 750 KiB and 4096 × 4096 pixels; its metadata (EXIF) is removed',
    params: widgetParams,
    body: z.strictObject({
      jpeg: z
        .string()
        .max((PHOTO_MAX_BYTES / 3) * 4, 'A photo has at most 750 KiB')
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'A photo is sent as Base64')
        .meta({ description: 'The JPEG as Base64' }),
    }),
    fails: [404, 409, 429],
    data: z.object({ photo }),
  }),
  move: route({
    method: 'PATCH',
    path: '/api/v1/modules/photos/:widgetId/:photoId',
    access: 'user',
    scope: 'modules:use',
    summary: 'Move a photo of a widget: before another one, or to the end where `before` is null',
    params: photoParams,
    body: z.strictObject({ before: id.nullable() }),
    fails: [404, 429],
    data: nothing,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/modules/photos/:widgetId/:photoId',
    access: 'user',
    scope: 'modules:use',
    summary: 'Remove a photo of a widget',
    params: photoParams,
    fails: [404, 429],
    data: nothing,
  }),
}
