import { PHOTOS_MAX_BYTES } from '@atalaya/contract/module-photos'
import type { Repos } from '#server/compose/repos.ts'
import { AppError } from '#server/domain/errors.ts'

/**
 * Checks the room for photos, which count for the page's owner. Lets one change of an account's photos in at a time, so
 * that two don't share the last room.
 *
 * @throws AppError conflict if the account has no room for `bytes` more
 */
export async function refuseMorePhotos(
  { pages, photos }: Pick<Repos, 'pages' | 'photos'>,
  userId: string,
  bytes: number,
): Promise<void> {
  await pages.lockList(userId)
  if ((await photos.bytesOfUser(userId)) + bytes <= PHOTOS_MAX_BYTES) return
  throw new AppError('conflict', 'All your photos together may take 50 MB; remove some first', {
    code: 'modules.photos_full',
  })
}
