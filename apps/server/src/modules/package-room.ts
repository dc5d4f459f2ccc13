import { PACKAGES_MAX } from '@atalaya/contract/module-packages'
import { AppError } from '#server/domain/errors.ts'
import type { PackagesRepo } from './packages.repo.ts'

/** Maximum versions of a module; the oldest inactive one makes room. */
const VERSIONS_MAX = 10

/**
 * Makes room for a version of a module, as part of a transaction.
 *
 * @throws AppError conflict if the module is new, and as many as possible are installed
 */
export async function makeRoom(packages: PackagesRepo, id: string, now: number): Promise<void> {
  const installed = await packages.versions(id)
  if (installed.length === 0 && (await packages.countOthers(id)) >= PACKAGES_MAX) throw tooMany()
  const activeVersion = (await packages.find(id))?.activeVersion
  const inactive = installed.filter(({ manifest }) => manifest.version !== activeVersion)
  const [oldest] = inactive.sort((a, b) => a.installedAt - b.installedAt)
  if (oldest && inactive.length >= VERSIONS_MAX - 1) await packages.remove(id, oldest.manifest.version, now)
}

const tooMany = () =>
  new AppError('conflict', `There are ${PACKAGES_MAX} modules from packages, the maximum; remove some`, {
    code: 'modules.too_many',
  })
