import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { ModulePackage } from '@atalaya/contract/module-packages'
import { type ModulePermissions, permissionsOf } from '@atalaya/contract/modules'
import type { ModulePackageContent } from '@atalaya/module-package/module-package'
import { PackageError } from '@atalaya/module-package/package-files'
import { byVersion } from '@atalaya/module-package/version-order'
import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Live } from '#server/events/live.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import { unpackPackage } from './intake/package-intake.ts'
import type { Parcel } from './intake/parcel.ts'
import type { Catalogue } from './modules.service.ts'
import { makeRoom } from './package-room.ts'
import type { Origin, PackagesRepo, StoredPackage, StoredVersion } from './packages.repo.ts'
import { isSame, isWithin } from './permissions.ts'
import { productVersion } from './product-version.ts'

/** Packages unpacked in parallel, each with up to 128 MiB. */
const PARALLEL = 2
const WAITING_MAX = 20
const inTurn = createFairQueue({
  parallel: PARALLEL,
  waitingMax: WAITING_MAX,
  refusal: () =>
    new AppError('too_many', 'Many packages are being read; try again in a moment', { retryAfterSeconds: 5 }),
})

type Needs = {
  repo: PackagesRepo
  tx: RunInTransaction<'audit' | 'credentials' | 'indexes' | 'packages' | 'sessions' | 'users'>
  catalogue: Catalogue
  live: Pick<Live, 'emit'>
  now: () => number
}
type InstalledVersion = { package: ModulePackage; version: string; isActive: boolean }

/** A package promised by an index; `judge` throws AppError if the content differs. */
export type OfferedPackage = Origin & {
  /** `current` is the installed package of its id. */
  judge: (repos: Pick<Repos, 'indexes'>, content: ModulePackageContent, current: StoredPackage | null) => Promise<void>
}

/** Actor: an administrator, or null for the server itself with packages in its folder. */
export type Installer = Caller | null

/** Modules from archives: their versions, the active one, and the permissions accepted for it. */
export function createPackagesService({ repo, tx, catalogue, live, now }: Needs) {
  type Change = { by: Installer; action: AuditAction; id: string; details: string }

  /** Changes a package under its lock, records it, and announces it to all instances and clients. */
  async function change<T>(
    { by, action, id, details }: Change,
    work: (packages: PackagesRepo, repos: Pick<Repos, 'indexes'>) => Promise<T>,
  ): Promise<T> {
    const result = await tx(async (repos) => {
      // Checks the caller again, since the upload may have taken half a minute and waited to be unpacked.
      if (by) await assertStillAllowed(repos, by)
      await repos.packages.lock(id)
      const done = await work(repos.packages, repos)
      const actor = by ?? { userId: null, username: 'the server', ip: '' }
      await repos.audit.insert(now(), { action, by: actor, target: { id, name: id }, details })
      return done
    })
    await announce()
    return result
  }

  async function announce(): Promise<void> {
    await catalogue.announceChange()
    live.emit({ type: 'modules.changed', data: {} }, { everyone: true })
  }

  /** Removes a version, unless somebody has chosen it meanwhile. */
  async function removeIfInactive(packages: PackagesRepo, { id, version }: StoredVersion['manifest']): Promise<void> {
    await packages.lock(id)
    if ((await packages.find(id))?.activeVersion !== version) await packages.remove(id, version, now())
  }

  async function packageOrNotFound(id: string): Promise<ModulePackage> {
    const pkg = await repo.find(id)
    const versions = pkg ? await repo.versions(id) : []
    if (!pkg || versions.length === 0) throw noSuchPackage()
    return toPackage(pkg, versions, catalogue.hasBundled(id))
  }

  /** Installs a package. Activates the version if it is newer than the active one and needs no new permission. */
  async function install(
    by: Installer,
    parcel: Parcel,
    promised: OfferedPackage | null = null,
  ): Promise<InstalledVersion> {
    const unpack = () => unpackPackage(parcel)
    const content = await inTurn({ group: by?.userId ?? '', member: '' }, unpack).catch(explain)
    const { id, version, minimumVersion = productVersion } = content.manifest
    if (catalogue.isBundled(id)) throw refusal(`${id} is the id of a module that comes with Atalaya`)
    // `byVersion` sorts the newest first.
    if (byVersion(minimumVersion, productVersion) < 0) {
      throw refusal(`${id} ${version} needs Atalaya ${minimumVersion}; this is ${productVersion}`)
    }
    const isActive = await change({ by, action: 'module.installed', id, details: version }, async (packages, repos) => {
      await refuseKnown(packages, content, by === null)
      const current = await packages.find(id)
      await promised?.judge(repos, content, (await packages.versions(id)).length > 0 ? current : null)
      await makeRoom(packages, id, now())
      await packages.insert(content, now(), promised)
      if (promised) await packages.acceptPublisher(id, promised.publisher)
      const requested = permissionsOf(content.manifest)
      const activeVersion = current?.activeVersion ?? null
      const isNewer = activeVersion === null || byVersion(version, activeVersion) < 0
      if (!current || !isNewer || !isWithin(requested, current.accepted)) return false
      await packages.activate(id, version, requested)
      return true
    })
    return { package: await packageOrNotFound(id), version, isActive }
  }

  return {
    install,

    /** All packages, one at a time: the manifests of its versions may have a megabyte. */
    async *list(): AsyncGenerator<ModulePackage[]> {
      for (const pkg of await repo.listPackages()) {
        const versions = await repo.versions(pkg.id)
        if (versions.length > 0) yield [toPackage(pkg, versions, catalogue.hasBundled(pkg.id))]
      }
    },

    /** `accepted` must equal the version's permissions: proof that the administrator has seen them. */
    async activate(by: Installer, id: string, version: string, accepted: ModulePermissions): Promise<ModulePackage> {
      await change({ by, action: 'module.activated', id, details: version }, async (packages) => {
        const wanted = await packages.version(id, version)
        if (!wanted || wanted.isRemoved) throw noSuchPackage()
        if (wanted.stopped !== null) {
          throw new AppError('conflict', `Its index has withdrawn this version: ${wanted.stopped}`, {
            code: 'modules.stopped',
          })
        }
        if (!isSame(permissionsOf(wanted.manifest), accepted)) {
          throw new AppError('conflict', 'The permissions of the module have changed: look at them again', {
            code: 'modules.permissions_differ',
          })
        }
        await packages.activate(id, version, accepted)
      })
      return packageOrNotFound(id)
    },

    async removeVersion(by: Installer, id: string, version: string): Promise<void> {
      await change({ by, action: 'module.removed', id, details: version }, async (packages) => {
        const wanted = await packages.version(id, version)
        if (!wanted || wanted.isRemoved) throw noSuchPackage()
        if ((await packages.find(id))?.activeVersion === version) {
          throw new AppError('conflict', 'This version is running; choose another one first', {
            code: 'modules.running',
          })
        }
        await packages.remove(id, version, now())
      })
    },

    /**
     * Removes a module, a version in each transaction: it may have 20 MiB of files. An interrupted removal leaves
     * inactive versions, and the next one goes on.
     */
    async remove(by: Installer, id: string): Promise<void> {
      const versions = await change({ by, action: 'module.removed', id, details: 'all versions' }, async (packages) => {
        const present = await packages.versions(id)
        if (present.length === 0) throw noSuchPackage()
        await packages.deactivate(id)
        return present
      })
      for (const { manifest } of versions) await tx(({ packages }) => removeIfInactive(packages, manifest))
      await announce()
    },
  }
}
export type PackagesService = ReturnType<typeof createPackagesService>

function explain(error: unknown): never {
  throw error instanceof PackageError ? refusal(error.message) : error
}

/**
 * Refuses another content for a known version: people and browsers rely on its files. Refuses a removed version, too,
 * unless an administrator installs it again.
 */
async function refuseKnown(packages: PackagesRepo, content: ModulePackageContent, staysRemoved: boolean) {
  const { digest, manifest } = content
  const { id, version } = manifest
  const known = await packages.version(id, version)
  if (known && known.digest !== digest) {
    throw new AppError('conflict', `${id} ${version} was installed before with other contents: give it a new version`, {
      code: 'modules.version_taken',
    })
  }
  if (known && (!known.isRemoved || staysRemoved)) {
    throw new AppError('conflict', `${id} ${version} is installed already`, { code: 'modules.installed_already' })
  }
}

function toPackage(
  { id, activeVersion, accepted }: StoredPackage,
  versions: StoredVersion[],
  isInPlaceOfOwn: boolean,
): ModulePackage {
  const sorted = [...versions].sort((a, b) => byVersion(a.manifest.version, b.manifest.version))
  const shown = sorted.find(({ manifest }) => manifest.version === activeVersion) ?? sorted[0]
  return {
    id,
    name: shown?.manifest.name ?? id,
    activeVersion,
    accepted,
    isInPlaceOfOwn,
    versions: sorted.map(({ manifest, installedAt, size, fileCount, digest, stopped }) => ({
      version: manifest.version,
      installedAt: new Date(installedAt).toISOString(),
      size,
      fileCount,
      sha256: digest,
      permissions: permissionsOf(manifest),
      stopped,
    })),
  }
}

const refusal = (message: string) => new AppError('bad_request', message, { code: 'modules.refused' })
const noSuchPackage = () => new AppError('not_found', 'There is no such package', { code: 'modules.no_package' })
