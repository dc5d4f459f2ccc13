import type { Manifest, ModulePermissions } from '@atalaya/contract/modules'
import type { ModulePackageContent } from '@atalaya/module-package/module-package'
import type { Db, Tx } from '#server/db/schema.ts'

/** A module and the version of it that runs. */
export type StoredModule = { manifest: Manifest; configSchema: string | undefined }
export type StoredPackage = { id: string; activeVersion: string | null; accepted: ModulePermissions }
export type StoredVersion = StoredModule & {
  digest: string
  size: number
  fileCount: number
  installedAt: number
  isRemoved: boolean
}

const versionColumns = [
  'module_versions.manifest',
  'module_versions.config_schema',
  'module_versions.digest',
  'module_versions.size',
  'module_versions.file_count',
  'module_versions.installed_at',
  'module_versions.removed_at',
] as const
type VersionRow = {
  manifest: string
  config_schema: string | null
  digest: string
  size: number
  file_count: number
  installed_at: number
  removed_at: number | null
}

const NOTHING: ModulePermissions = { origins: [], agents: false, storage: false }

/** SQL on packages, their versions and files. */
export function createPackagesRepo(db: Db | Tx) {
  const versions = () => db.selectFrom('module_versions').select(versionColumns)

  return {
    /** The versions that run, one for each module that has one. */
    async active(): Promise<StoredModule[]> {
      const rows = await versions()
        .innerJoin('module_packages', (join) =>
          join
            .onRef('module_packages.id', '=', 'module_versions.module_id')
            .onRef('module_packages.active_version', '=', 'module_versions.version'),
        )
        .execute()
      return rows.map(toVersion)
    },

    async packages(): Promise<StoredPackage[]> {
      return (await db.selectFrom('module_packages').selectAll().orderBy('id').execute()).map(toPackage)
    },

    async find(id: string): Promise<StoredPackage | null> {
      const row = await db.selectFrom('module_packages').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toPackage(row) : null
    },

    /** Versions whose files are there, of one module or of all. */
    async versions(id?: string): Promise<StoredVersion[]> {
      let query = versions().where('removed_at', 'is', null)
      if (id !== undefined) query = query.where('module_id', '=', id)
      return (await query.execute()).map(toVersion)
    },

    /** A version, also one that was removed. */
    async version(id: string, version: string): Promise<StoredVersion | null> {
      const row = await versions().where('module_id', '=', id).where('version', '=', version).executeTakeFirst()
      return row ? toVersion(row) : null
    },

    /** Makes sure the package has a row, and locks it: one change of a package at a time. */
    async lock(id: string): Promise<void> {
      await db
        .insertInto('module_packages')
        .values({ id, active_version: null, accepted: JSON.stringify(NOTHING) })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
        .execute()
    },

    /** Adds a version with its files; one that was removed comes back. */
    async insert({ manifest, configSchema, files, hashes, digest, size }: ModulePackageContent, now: number) {
      const { id, version } = manifest
      const row = {
        digest,
        manifest: JSON.stringify(manifest),
        config_schema: configSchema ?? null,
        size,
        file_count: files.size,
        installed_at: now,
        removed_at: null,
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
        .set({ active_version: null, accepted: JSON.stringify(NOTHING) })
        .where('id', '=', id)
        .execute()
    },

    /** Removes the files of one version, or of all; their rows stay, so that they never come back as something else. */
    async remove(id: string, version: string | null, now: number): Promise<void> {
      let files = db.deleteFrom('module_files').where('module_id', '=', id)
      let rows = db.updateTable('module_versions').set({ removed_at: now }).where('module_id', '=', id)
      if (version !== null) {
        files = files.where('version', '=', version)
        rows = rows.where('version', '=', version)
      }
      await files.execute()
      await rows.where('removed_at', 'is', null).execute()
    },

    async file(id: string, version: string, path: string): Promise<{ content: Buffer; sha256: string } | null> {
      const row = await db
        .selectFrom('module_files')
        .select(['content', 'sha256'])
        .where('module_id', '=', id)
        .where('version', '=', version)
        .where('path', '=', path)
        .executeTakeFirst()
      return row ? { content: Buffer.from(row.content, 'base64'), sha256: row.sha256 } : null
    },
  }
}
export type PackagesRepo = ReturnType<typeof createPackagesRepo>

function toPackage(row: { id: string; active_version: string | null; accepted: string }): StoredPackage {
  return { id: row.id, activeVersion: row.active_version, accepted: JSON.parse(row.accepted) }
}

function toVersion(row: VersionRow): StoredVersion {
  return {
    manifest: JSON.parse(row.manifest),
    configSchema: row.config_schema ?? undefined,
    digest: row.digest,
    size: row.size,
    fileCount: row.file_count,
    installedAt: row.installed_at,
    isRemoved: row.removed_at !== null,
  }
}
