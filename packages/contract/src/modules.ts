import { z } from 'zod'
import { type JsonBounds, parseJson, UnreadableJson } from './bounded-json.ts'
import { moduleRequest, originOf, requestName } from './module-requests.ts'
import { route } from './route.ts'

export const moduleSize = z.object({ width: z.int().min(1).max(4), height: z.int().min(1).max(5) })

/** A path inside the module's folder: relative, no `..`, never an address. */
const packagePath = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w@./-]+$/, 'must be a path inside the module')
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'must be a path inside the module')

/** Maximum requests that a module declares: each of its calls looks at all addresses. */
const REQUESTS_MAX = 100

/** The id of a module. */
export const moduleId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes')
export const moduleVersion = z
  .string()
  .max(40)
  .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, 'must be a version like 1.2.3')

/** `module.json` (docs/modules.md). */
export const manifest = z.object({
  id: moduleId,
  name: z.string().min(1).max(80),
  version: moduleVersion,
  description: z.string().max(500).optional(),
  category: z.string().max(40).optional(),
  author: z.string().max(80).optional(),
  license: z.string().max(60).optional(),
  homepage: z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .max(300)
    .optional(),
  /** Oldest Atalaya that it runs on. */
  minimumVersion: moduleVersion.optional(),
  size: moduleSize,
  minSize: moduleSize.optional(),
  maxSize: moduleSize.optional(),
  entry: packagePath,
  configSchema: packagePath.optional(),
  /** A picture for the catalogue. */
  preview: packagePath.optional(),
  /** The picture for dark mode. */
  previewDark: packagePath.optional(),
  /** File with the sample data of the preview: `previewFixture`. */
  fixture: packagePath.optional(),
  /** Requests by name; the server makes them, and only to these addresses. */
  requests: z
    .record(requestName, moduleRequest)
    .refine((requests) => Object.keys(requests).length <= REQUESTS_MAX, `can be at most ${REQUESTS_MAX}`)
    .optional(),
  /** Data of its owner that a bundled module shows besides those named in its form. */
  shows: z
    .array(z.enum(['fleet', 'alerts']))
    .max(2)
    .optional(),
  permissions: z
    .strictObject({
      /** Reads the agents chosen in the form. */
      agents: z.literal('read').optional(),
      /** Stores 64 KiB for each widget. */
      storage: z.literal(true).optional(),
      /** Key of the form's checkbox that lets displays store, too. */
      displaysStore: z.string().max(100).optional(),
      /** People upload photos for each widget; bundled modules only. */
      photos: z.literal(true).optional(),
    })
    .optional(),
  /** SHA-256 of every other file of a package, by path; the packer writes it. */
  sha256: z.record(packagePath, z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')).optional(),
})
export type Manifest = z.infer<typeof manifest>

/** A `module.json` that can't be used; the message names each fault. */
export class ManifestError extends Error {}

/**
 * Reads the text of a `module.json`.
 * @throws ManifestError 'module.json inválido: ' with path and message of each issue.
 */
export function parseManifest(text: string): Manifest {
  const parsed = manifest.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw invalidManifest(parsed.error.issues)
}

/** Makes the error for these faults of a manifest. */
export function invalidManifest(issues: readonly { path: readonly PropertyKey[]; message: string }[]): ManifestError {
  const faults = issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())
  return new ManifestError(`module.json inválido: ${faults.join('; ')}`)
}

/** Hashes of 500 files, and some overhead. */
const MANIFEST_BOUNDS: JsonBounds = { depth: 8, values: 5000 }

function jsonOf(text: string): unknown {
  try {
    return parseJson(text, MANIFEST_BOUNDS)
  } catch (error) {
    if (error instanceof UnreadableJson) throw invalidManifest([{ path: [], message: error.message }])
    throw error
  }
}

/** Permissions of a module, shown before installation and accepted by an administrator. */
export const modulePermissions = z.object({
  /** Origins of its requests, e.g. `https://api.example.org`. */
  origins: z.array(z.string()),
  agents: z.boolean(),
  storage: z.boolean(),
})
export type ModulePermissions = z.infer<typeof modulePermissions>

/** Permissions that a manifest asks for; origins are those of its requests, sorted. */
export function permissionsOf({ requests = {}, permissions = {} }: Manifest): ModulePermissions {
  const origins = new Set(Object.values(requests).map(({ url }) => originOf(url)))
  return {
    origins: [...origins].filter((origin) => origin !== null).sort(),
    agents: permissions.agents === 'read',
    storage: permissions.storage === true,
  }
}

/** A module in the catalogue; `configSchema` is the JSON Schema itself, as text. */
export const moduleMeta = manifest.omit({ requests: true, sha256: true }).extend({
  configSchema: z.string().optional(),
  /** Paths of the pictures on this server. */
  preview: z.string().optional(),
  previewDark: z.string().optional(),
  /** Path of the `previewFixture` on this server. */
  fixture: z.string().optional(),
  permissions: modulePermissions,
  /** Installed from a package, so it runs in a frame of its own. */
  isSandboxed: z.boolean(),
})
export type ModuleMeta = z.infer<typeof moduleMeta>

/** Metadata inside a page, readable even when the module is no longer in the catalogue. */
export const installedMeta = moduleMeta.partial().required({ id: true, name: true, size: true, entry: true })
export type InstalledMeta = z.infer<typeof installedMeta>

export const modules = {
  list: route({
    method: 'GET',
    path: '/api/v1/modules',
    access: 'user',
    scope: 'modules:read',
    allowsDisplay: 'pages',
    summary: 'The catalogue, sorted by name',
    data: z.object({
      modules: z.array(moduleMeta),
      /** Modules that their index has stopped, and why. */
      stopped: z.array(z.object({ id: moduleId, reason: z.string() })).optional(),
    }),
  }),
}
