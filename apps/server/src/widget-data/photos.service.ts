import { createHash } from 'node:crypto'
import { PHOTOS_MAX, type Photo } from '@atalaya/contract/module-photos'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { refuseWithoutPhotoRoom } from '#server/dashboard/photo-room.ts'
import type { OpenWidget } from '#server/dashboard/widgets.service.ts'
import { isRemoved } from '#server/db/violations.ts'
import type { Actor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { PhotosRepo } from './photos.repo.ts'
import { withoutMetadata } from './plain-jpeg.ts'

const CHANGE_RATE = {
  name: 'module-photos',
  max: 120,
  windowMs: 60_000,
  message: 'You change photos too often; try again in a minute',
  code: 'modules.too_many',
}

type Needs = {
  repo: Pick<PhotosRepo, 'list' | 'read' | 'remove'>
  tx: RunInTransaction<'pages' | 'photos'>
  catalogue: Pick<Catalogue, 'find' | 'isBundled'>
  widgets: { open: (actor: Actor, id: string) => Promise<OpenWidget> }
  limits: Pick<RateLimits, 'spend'>
}

/** Photos of widgets whose module has the permission `photos`. Metadata of cameras are never stored. */
export function createPhotosService({ repo, tx, catalogue, widgets, limits }: Needs) {
  /** @throws AppError not_found if the caller has no such widget; forbidden if its module has no photos */
  async function assertHasPhotos(actor: Actor, widgetId: string): Promise<void> {
    const { moduleId } = await widgets.open(actor, widgetId)
    if (catalogue.isBundled(moduleId) && catalogue.find(moduleId)?.manifest.permissions?.photos) return
    throw new AppError('forbidden', 'This module has no photos', { code: 'modules.no_photos' })
  }

  return {
    async list(actor: Actor, widgetId: string): Promise<Photo[]> {
      await assertHasPhotos(actor, widgetId)
      return repo.list(widgetId)
    },

    /** @throws AppError not_found if it was removed, besides those of `assertHasPhotos` */
    async read(actor: Actor, widgetId: string, id: string): Promise<string> {
      await assertHasPhotos(actor, widgetId)
      const jpeg = await repo.read(widgetId, id)
      if (jpeg === null) throw noSuchPhoto()
      return `data:image/jpeg;base64,${jpeg}`
    },

    /**
     * Adds a photo. An existing one keeps its place.
     *
     * @throws AppError bad_request if it is no usable JPEG; conflict if widget or account has no room for it
     * @throws AppError too_many for too many changes, besides those of `assertHasPhotos`
     */
    async add(actor: Actor, widgetId: string, base64: string): Promise<Photo> {
      await assertHasPhotos(actor, widgetId)
      limits.spend(CHANGE_RATE, actor.userId)
      const { bytes, width, height } = withoutMetadata(Buffer.from(base64, 'base64'))
      const id = createHash('sha256').update(bytes).digest('base64url')
      const photo = { id, width, height, size: bytes.length }
      const add = tx(async (repos) => {
        await refuseWithoutPhotoRoom(repos, actor.userId, photo.size)
        const storedPhotos = await repos.photos.list(widgetId)
        if (storedPhotos.some((stored) => stored.id === id)) return
        if (storedPhotos.length >= PHOTOS_MAX) throw tooManyPhotos()
        const sort = (await repos.photos.lastSort(widgetId)) + 1
        await repos.photos.add(widgetId, sort, photo, bytes.toString('base64'))
      })
      await add.catch((error) => {
        throw isRemoved(error) ? new AppError('not_found', 'This module has been removed') : error
      })
      return photo
    },

    /**
     * Moves a photo before another one, or to the end. Takes a neighbour, not a whole order, so that concurrent moves
     * of two screens both count.
     *
     * @throws AppError not_found if either was removed; too_many for too many changes
     * @throws AppError as `assertHasPhotos`
     */
    async move(actor: Actor, widgetId: string, id: string, beforeId: string | null): Promise<void> {
      await assertHasPhotos(actor, widgetId)
      limits.spend(CHANGE_RATE, actor.userId)
      await tx(async ({ pages, photos }) => {
        await pages.lockList(actor.userId)
        const sorts = await photos.listSorts(widgetId)
        const from = sorts.get(id)
        const next = beforeId === null ? Math.max(...sorts.values()) + 1 : sorts.get(beforeId)
        if (from === undefined || next === undefined) throw noSuchPhoto()
        await photos.move(widgetId, id, { from, to: from < next ? next - 1 : next })
      })
    },

    /** @throws AppError as `assertHasPhotos`; not_found if it was removed; too_many for too many changes */
    async remove(actor: Actor, widgetId: string, id: string): Promise<void> {
      await assertHasPhotos(actor, widgetId)
      limits.spend(CHANGE_RATE, actor.userId)
      if (!(await repo.remove(widgetId, id))) throw noSuchPhoto()
    },
  }
}
export type PhotosService = ReturnType<typeof createPhotosService>

const noSuchPhoto = () => new AppError('not_found', 'There is no such photo', { code: 'modules.photo_not_found' })

const tooManyPhotos = () =>
  new AppError('conflict', `A widget has at most ${PHOTOS_MAX} photos; remove some first`, {
    code: 'modules.photos_full',
  })
