import type { IndexedModule } from '@atalaya/contract/module-indexes'
import { byVersion } from '@atalaya/module-package/version-order'
import type { StoredPackage } from '../packages.repo.ts'
import { productVersion } from '../product-version.ts'
import type { IndexedEntry } from './read-index.ts'

/** The package installed under a module's id, and its versions. */
export type Installed = { isBundled: boolean; stored: StoredPackage | undefined; versions: readonly string[] }
type Index = { id: string; name: string }

type Version = IndexedEntry['versions'][number]

/** True if a version runs on this Atalaya. `byVersion` sorts the newest first. */
export const runsOnThisVersion = ({ minimumVersion = productVersion }: Version): boolean =>
  byVersion(minimumVersion, productVersion) >= 0

/** A module of an index, and its state in this installation. */
export function offerOf(
  index: Index,
  { id, name, description = '', versions }: IndexedEntry,
  local: Installed,
): IndexedModule {
  const sorted = [...versions].sort((a, b) => byVersion(a.version, b.version))
  const whyNot = local.isBundled ? 'It comes with Atalaya' : reasonForNone(sorted)
  const best =
    whyNot === null ? sorted.find((version) => runsOnThisVersion(version) && version.stopped === undefined) : undefined
  const [installed = null] = [...local.versions].sort(byVersion)
  const acceptedPublisher = local.stored?.publisher ?? null
  return {
    indexId: index.id,
    indexName: index.name,
    id,
    name,
    description,
    whyNot,
    installed,
    acceptedPublisher,
    offer: best
      ? { version: best.version, size: best.size, permissions: best.permissions, publisher: best.publisher }
      : null,
    isUpdate: best !== undefined && installed !== null && byVersion(best.version, installed) < 0,
    isOtherPublisher: best !== undefined && installed !== null && acceptedPublisher !== best.publisher,
  }
}

/** Reason why no version can be installed; null if one can. */
function reasonForNone(sorted: readonly Version[]): string | null {
  const notStopped = sorted.filter((version) => version.stopped === undefined)
  if (notStopped.some(runsOnThisVersion)) return null
  const [newest] = notStopped
  return newest ? `It needs Atalaya ${newest.minimumVersion}` : `Stopped: ${sorted[0]?.stopped}`
}
