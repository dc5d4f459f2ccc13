import { z } from 'zod'
import { moduleId, modulePermissions, moduleVersion } from './modules.ts'
import { route } from './route.ts'
import { instant, nothing } from './scalars.ts'

/** Maximum size of an archive, in bytes. */
export const ARCHIVE_MAX = 5 * 1024 * 1024

/** Maximum of installed modules: four times the bundled ones. The catalogue lists all of them in one answer. */
export const PACKAGES_MAX = 100

/** One installed version of a package; its files never change. */
export const packageVersion = z.object({
  version: moduleVersion,
  installedAt: instant,
  /** Size of all files together, in bytes. */
  size: z.int(),
  fileCount: z.int(),
  /** Hash of the paths and contents of all files. */
  sha256: z.string(),
  permissions: modulePermissions,
  /** Reason given if the marketplace index that offered it forbids it to run; null if it may run. */
  stopped: z.string().nullable(),
})
export type PackageVersion = z.infer<typeof packageVersion>

/** A module that was installed from an archive. */
export const modulePackage = z.object({
  id: moduleId,
  name: z.string(),
  /** Version that boards run; null until an administrator has accepted the permissions of the first one. */
  activeVersion: moduleVersion.nullable(),
  /** Permissions that an administrator has accepted for the active version. */
  accepted: modulePermissions,
  /** True if Atalaya now bundles a module of this id, too. The bundled one runs once the package is removed. */
  isInPlaceOfOwn: z.boolean(),
  /** Newest first. */
  versions: z.array(packageVersion),
})
export type ModulePackage = z.infer<typeof modulePackage>

/** A form with the archive in the field `file`. */
const archiveUpload = z.custom<FormData>().meta({
  type: 'object',
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream', description: '.tgz or .zip' } },
  required: ['file'],
})

const packageParams = z.object({ id: moduleId })
const versionParams = z.object({ id: moduleId, version: moduleVersion })
const onePackage = z.object({ package: modulePackage })

export const modulePackages = {
  list: route({
    method: 'GET',
    path: '/api/v1/modules/packages',
    access: 'admin',
    scope: 'server:read',
    summary: 'Modules that were installed from archives, with their versions and permissions',
    data: z.object({ packages: z.array(modulePackage) }),
  }),
  install: route({
    method: 'POST',
    path: '/api/v1/modules',
    access: 'admin',
    scope: null,
    summary: 'Install a package: multipart, the archive (.tgz or .zip, at most 5 MiB) in the field `file`',
    // The server reads it as a stream, so that it can refuse a large one early.
    bodyTypes: ['multipart/form-data'],
    body: archiveUpload,
    fails: [409, 429],
    data: onePackage.extend({
      version: moduleVersion,
      /** False until an administrator accepts its permissions. */
      isActive: z.boolean(),
    }),
  }),
  scan: route({
    method: 'POST',
    path: '/api/v1/modules/scan',
    access: 'admin',
    scope: null,
    summary: 'Install the archives in the folder DATA_DIR/modules',
    data: z.object({
      installed: z.array(z.object({ id: moduleId, version: moduleVersion, isActive: z.boolean() })),
      refused: z.array(z.object({ name: z.string(), message: z.string() })),
    }),
  }),
  activate: route({
    method: 'POST',
    path: '/api/v1/modules/:id/versions/:version/activate',
    access: 'admin',
    scope: null,
    summary: 'Make a version the one that runs; `permissions` are those that the administrator has read and accepts',
    params: versionParams,
    body: z.strictObject({ permissions: modulePermissions }),
    fails: [409],
    data: onePackage,
  }),
  removeVersion: route({
    method: 'DELETE',
    path: '/api/v1/modules/:id/versions/:version',
    access: 'admin',
    scope: null,
    summary: 'Remove a version that does not run',
    params: versionParams,
    fails: [409],
    data: nothing,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/modules/:id',
    access: 'admin',
    scope: null,
    summary: 'Remove a package; widgets of it keep their place and say so',
    params: packageParams,
    data: nothing,
  }),
}
