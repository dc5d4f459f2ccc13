import type { IndexKill } from '@atalaya/contract/module-index'
import type { Manifest, ModulePermissions } from '@atalaya/contract/modules'
import type { ModulePackageContent } from '@atalaya/module-package/module-package'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** Manifest and schema of one version of a module. */
export type StoredModule = { manifest: Manifest; configSchema: string | undefined }
export type StoredPackage = {
  id: string
  activeVersion: string | null
  accepted: ModulePermissions
  /** The publisher's accepted public key; null if installed by hand. */
  publisher: string | null
}
/** Index and signer of a version. */
export type Origin = { indexId: string; publisher: string }
/** Version of a module that was chosen to run. `stopped` is the reason if its marketplace index forbids that. */
export type ActiveVersion = { id: string; version: string; digest: string; stopped: string | null }
export type StoredVersion = Pick<StoredModule, 'manifest'> & {
  digest: string
  size: number
  fileCount: number
  installedAt: number
  isRemoved: boolean
  /** Reason given if the marketplace index that offered it forbids it to run; else null. */
  stopped: string | null
}

const versionColumns = [
  'module_versions.manifest',
  'module_versions.digest',
  'module_versions.size',
  'module_versions.file_count',
  'module_versions.installed_at',
  'module_versions.removed_at',
  'module_versions.stopped',
] as const
type VersionRow = {
  manifest: string
  digest: string
  size: number
  file_count: number
  installed_at: number
  removed_at: number | null
  stopped: string | null
}

const NO_PERMISSIONS: ModulePermissions = { origins: [], agents: false, storage: false }

/** SQL on packages, their versions and files. */
export function createPackagesRepo(db: Db | Tx) {
  const versions = () => db.selectFrom('module_versions').select(versionColumns)

  return {
    /** Active version of each module, including those stopped by their index. Reads no manifests: they can be large. */
    listActive: (): Promise<ActiveVersion[]> =>
      db
        .selectFrom('module_versions')
        .innerJoin('module_packages', (join) =>
          join
            .onRef('module_packages.id', '=', 'module_versions.module_id')
            .onRef('module_packages.active_version', '=', 'module_versions.version'),
        )
        .select(['module_id as id', 'version', 'digest', 'stopped'])
        .execute(),

    async listPackages(): Promise<StoredPackage[]> {
      return (await db.selectFrom('module_packages').selectAll().orderBy('id').execute()).map(toPackage)
    },

    async find(id: string): Promise<StoredPackage | null> {
      const row = await db.selectFrom('module_packages').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toPackage(row) : null
    },

    /** Installed packages among these ids, each with the versions whose files exist. */
    async findInstalled(ids: readonly string[]): Promise<Map<string, { stored: StoredPackage; versions: string[] }>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('module_packages')
        .innerJoin('module_versions', 'module_versions.module_id', 'module_packages.id')
        .select(['id', 'active_version', 'accepted', 'publisher', 'version'])
        .where('id', 'in', ids)
        .where('removed_at', 'is', null)
        .execute()
      const byId = Map.groupBy(rows, ({ id }) => id)
      return new Map(
        [...byId].flatMap(([id, all]) => {
          const [first] = all
          return first ? [[id, { stored: toPackage(first), versions: all.map(({ version }) => version) }]] : []
        }),
      )
    },

    /** Versions of a module whose files exist, without their schemas. */
    async versions(id: string): Promise<StoredVersion[]> {
      const present = versions().where('module_id', '=', id).where('removed_at', 'is', null)
      return (await present.execute()).map(toVersion)
    },

    /** Number of installed modules other than this one. */
    async countOthers(id: string): Promise<number> {
      const { total } = await db
        .selectFrom('module_versions')
        .select(({ fn }) => fn.count<number | string>('module_id').distinct().as('total'))
        .where('removed_at', 'is', null)
        .where('module_id', '<>', id)
        .executeTakeFirstOrThrow()
      return Number(total)
    },

    /** A version, even a removed one. */
    async version(id: string, version: string): Promise<(StoredVersion & StoredModule) | null> {
      const found = versions().where('module_id', '=', id).where('version', '=', version)
      const row = await found.select('config_schema').executeTakeFirst()
      return row ? { ...toVersion(row), configSchema: row.config_schema ?? undefined } : null
    },

    /** Creates the package's row if needed and locks it, so that changes of a package don't overlap. */
    async lock(id: string): Promise<void> {
      await db
        .insertInto('module_packages')
        .values({ id, active_version: null, accepted: JSON.stringify(NO_PERMISSIONS), publisher: null })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
        .execute()
    },

    /** Adds a version with its files; restores one that was removed. */
    async insert(content: ModulePackageContent, now: number, origin: Origin | null = null): Promise<void> {
      const { manifest, configSchema, files, hashes, digest, size } = content
      const { id, version } = manifest
      const row = {
        digest,
        manifest: JSON.stringify(manifest),
        config_schema: configSchema ?? null,
        size,
        file_count: files.size,
        installed_at: now,
        removed_at: null,
        index_id: origin?.indexId ?? null,
        stopped: null,
      }
      await db
        .insertInto('module_versions')
        .values({ module_id: id, version, ...row })
        .onConflict((conflict) => conflict.columns(['module_id', 'version']).doUpdateSet(row))
        .execute()
      for (const [path, content] of files) {
        const file = { path, sha256: hashes.get(path) ?? '', content: content.toString('base64') }
        await db
          .insertInto('module_files')
          .values({ module_id: id, version, ...file })
          .execute()
      }
    },

    async acceptPublisher(id: string, publisher: string): Promise<void> {
      await db.updateTable('module_packages').set({ publisher }).where('id', '=', id).execute()
    },

    /** Applies an index's list of kills to the versions that came from it; returns the changed ones. */
    async stopVersions(indexId: string, kills: readonly IndexKill[]): Promise<string[]> {
      const rows = await db
        .selectFrom('module_versions')
        .select(['module_id', 'version', 'stopped'])
        .where('index_id', '=', indexId)
        .execute()
      const changed: string[] = []
      for (const { module_id: id, version, stopped: oldReason } of rows) {
        const kill = kills.find((kill) => kill.id === id && kill.versions.includes(version))
        const stopped = kill?.reason ?? null
        if (stopped === oldReason) continue
        changed.push(`${id} ${version}`)
        await db
          .updateTable('module_versions')
          .set({ stopped })
          .where('module_id', '=', id)
          .where('version', '=', version)
          .execute()
      }
      return changed
    },

    async activate(id: string, version: string, accepted: ModulePermissions): Promise<void> {
      await db
        .updateTable('module_packages')
        .set({ active_version: version, accepted: JSON.stringify(accepted) })
        .where('id', '=', id)
        .execute()
    },

    async deactivate(id: string): Promise<void> {
      await db
        .updateTable('module_packages')
        .set({ active_version: null, accepted: JSON.stringify(NO_PERMISSIONS) })
        .where('id', '=', id)
        .execute()
    },

    /** Removes the files of a version. Its row stays, so that the version never returns with other content. */
    async remove(id: string, version: string, now: number): Promise<void> {
      await db.deleteFrom('module_files').where('module_id', '=', id).where('version', '=', version).execute()
      await db
        .updateTable('module_versions')
        .set({ removed_at: now })
        .where('module_id', '=', id)
        .where('version', '=', version)
        .where('removed_at', 'is', null)
        .execute()
    },

    /** A file of a version that is not stopped. A long read: it may have 5 MiB. */
    async file(id: string, version: string, path: string): Promise<{ content: Buffer; sha256: string } | null> {
      const file = db
        .selectFrom('module_files')
        .innerJoin('module_versions', (join) =>
          join
            .onRef('module_versions.module_id', '=', 'module_files.module_id')
            .onRef('module_versions.version', '=', 'module_files.version'),
        )
        .select(['content', 'sha256'])
        .where('module_files.module_id', '=', id)
        .where('module_files.version', '=', version)
        .where('path', '=', path)
        .where('stopped', 'is', null)
      const [row] = await executeLongRead(db, file)
      return row ? { content: Buffer.from(row.content, 'base64'), sha256: row.sha256 } : null
    },
  }
}
export type PackagesRepo = ReturnType<typeof createPackagesRepo>

type PackageRow = { id: string; active_version: string | null; accepted: string; publisher: string | null }

function toPackage({ id, active_version: activeVersion, accepted, publisher }: PackageRow): StoredPackage {
  return { id, activeVersion, accepted: JSON.parse(accepted), publisher }
}

function toVersion(row: VersionRow): StoredVersion {
  return {
    manifest: JSON.parse(row.manifest),
    digest: row.digest,
    size: row.size,
    fileCount: row.file_count,
    installedAt: row.installed_at,
    isRemoved: row.removed_at !== null,
    stopped: row.stopped,
  }
}
