import { PHOTOS_MAX_BYTES } from '@atalaya/contract/module-photos'
import type { Repos } from '#server/compose/repos.ts'
import { AppError } from '#server/domain/errors.ts'

/**
 * Checks the quota of photos, which is that of the page's owner. Locks the account's list of pages until the
 * transaction ends: two changes must not use the same room.
 *
 * @throws AppError conflict if the account has no room for `bytes` more
 */
export async function refuseWithoutPhotoRoom(
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
