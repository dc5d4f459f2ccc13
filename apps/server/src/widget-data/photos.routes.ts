import { modulePhotos } from '@atalaya/contract/module-photos'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { PhotosService } from './photos.service.ts'

type Options = { photos: PhotosService }

export async function photosRoutes(app: FastifyInstance, { photos }: Options): Promise<void> {
  mount(app, modulePhotos.list, async ({ params: { widgetId } }, { actor }) => ({
    photos: await photos.list(actor, widgetId),
  }))
  mount(app, modulePhotos.read, async ({ params: { widgetId, photoId } }, { actor }) => ({
    picture: await photos.read(actor, widgetId, photoId),
  }))
  mount(app, modulePhotos.add, async ({ params: { widgetId }, body: { jpeg } }, { actor }) => ({
    photo: await photos.add(actor, widgetId, jpeg),
  }))
  mount(app, modulePhotos.move, async ({ params: { widgetId, photoId }, body: { before } }, { actor }) => {
    await photos.move(actor, widgetId, photoId, before)
    return {}
  })
  mount(app, modulePhotos.remove, async ({ params: { widgetId, photoId } }, { actor }) => {
    await photos.remove(actor, widgetId, photoId)
    return {}
  })
}
