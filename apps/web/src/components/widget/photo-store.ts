import { modulePhotos } from '@atalaya/contract/module-photos'
import type { PhotoStore } from '@atalaya/module-sdk/photos'
import { call } from '#web/lib/calls/api.ts'

/** Photos that the server stores for a widget. */
export const photoStore = (widgetId: string): PhotoStore => ({
  list: async () => (await call(modulePhotos.list, { params: { widgetId } })).photos.map(({ id }) => id),
  read: async (photoId) => (await call(modulePhotos.read, { params: { widgetId, photoId } })).picture,
  async add(jpeg) {
    await call(modulePhotos.add, { params: { widgetId }, body: { jpeg: await base64Of(jpeg) } })
  },
  async move(photoId, before) {
    await call(modulePhotos.move, { params: { widgetId, photoId }, body: { before } })
  },
  async remove(photoId) {
    await call(modulePhotos.remove, { params: { widgetId, photoId } })
  },
})

/** Bytes as Base64, taken from the `data:` address that the browser makes. */
function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
