import { permissionsOf } from '@atalaya/contract/modules'
import type { ModulePackageContent } from '@atalaya/module-package/module-package'
import { AppError } from '#server/domain/errors.ts'
import type { StoredPackage } from '../packages.repo.ts'
import { isSame } from '../permissions.ts'
import type { IndexedEntry } from './read-index.ts'

/** A version that an index offers, and another publisher whom the administrator accepts with it. */
export type Offered = IndexedEntry['versions'][number] & { id: string; newPublisher: string | undefined }

/**
 * Judges a package that came by what its index says of it. `before` is what is installed under its id.
 * @throws AppError bad_request where it is something else, conflict where somebody else publishes it than before
 */
export function judgePackage(offered: Offered, { manifest }: ModulePackageContent, before: StoredPackage | null): void {
  if (manifest.id !== offered.id || manifest.version !== offered.version) {
    throw refused(`The package is ${manifest.id} ${manifest.version}, not what the index says`)
  }
  if (!isSame(permissionsOf(manifest), offered.permissions)) {
    throw refused('The package asks for something else than the index says')
  }
  if (!before || [before.publisher, offered.newPublisher].includes(offered.publisher)) return
  const message =
    before.publisher === null
      ? 'The module was installed by hand before: accept the publisher of this version first'
      : 'The module is by another publisher than the one that was accepted: accept the new one first'
  throw new AppError('conflict', message, { code: 'modules.other_publisher' })
}

/** What came, or was promised, can't be installed. */
export const refused = (message: string) => new AppError('bad_request', message, { code: 'modules.refused' })
