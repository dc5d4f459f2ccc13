import { permissionsOf } from '@atalaya/contract/modules'
import type { ModulePackageContent } from '@atalaya/module-package/module-package'
import { AppError } from '#server/domain/errors.ts'
import type { StoredPackage } from '../packages.repo.ts'
import { isSame } from '../permissions.ts'
import type { IndexedEntry } from './read-index.ts'

/** A version that an index offers; `newPublisher` is the key that the administrator accepts with it. */
export type IndexOffer = IndexedEntry['versions'][number] & { id: string; newPublisher: string | undefined }

/**
 * Checks a downloaded package against its index. `current` is the installed package of its id.
 * @throws AppError bad_request if it differs from the index, conflict if its publisher changed
 */
export function judgePackage(
  offered: IndexOffer,
  { manifest }: ModulePackageContent,
  current: StoredPackage | null,
): void {
  if (manifest.id !== offered.id || manifest.version !== offered.version) {
    throw refusal(`The package is ${manifest.id} ${manifest.version}, not what the index says`)
  }
  if (!isSame(permissionsOf(manifest), offered.permissions)) {
    throw refusal('The package asks for other permissions than the index says')
  }
  if (!current || [current.publisher, offered.newPublisher].includes(offered.publisher)) return
  const message =
    current.publisher === null
      ? 'The module was installed by hand before: accept the publisher of this version first'
      : 'The module is by another publisher than the one that was accepted: accept the new one first'
  throw new AppError('conflict', message, { code: 'modules.other_publisher' })
}

/** Error for a package or offer that can't be installed. */
export const refusal = (message: string) => new AppError('bad_request', message, { code: 'modules.refused' })
