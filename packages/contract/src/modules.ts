import { z } from 'zod'
import { route } from './route.ts'

export const moduleSize = z.object({ width: z.int().min(1).max(4), height: z.int().min(1).max(5) })

/** A path inside the module's folder: relative, no `..`, never an address. */
const packagePath = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[\w@./-]+$/, 'must be a path inside the module')

/** `module.json` (specification section 3 and modules.md section 2). */
export const manifest = z.object({
  id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes'),
  name: z.string().min(1).max(80),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, 'must be a version like 1.2.3'),
  description: z.string().max(500).optional(),
  category: z.string().max(40).optional(),
  author: z.string().max(80).optional(),
  size: moduleSize,
  minSize: moduleSize.optional(),
  maxSize: moduleSize.optional(),
  entry: packagePath,
  configSchema: packagePath.optional(),
  preview: packagePath.optional(),
})
export type Manifest = z.infer<typeof manifest>

/** A `module.json` that can't be used; the message names each fault (specification section 5). */
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

/** The error of a manifest that is wrong in these places. */
export function invalidManifest(issues: readonly { path: readonly PropertyKey[]; message: string }[]): ManifestError {
  const faults = issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())
  return new ManifestError(`module.json inválido: ${faults.join('; ')}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidManifest([{ path: [], message: (error as SyntaxError).message }])
  }
}

/** Module metadata as the catalogue lists it: `configSchema` is the JSON Schema itself, as text. */
export const moduleMeta = manifest.extend({ configSchema: z.string().optional(), preview: z.string().optional() })
export type ModuleMeta = z.infer<typeof moduleMeta>

/** Metadata inside a page: kept readable when the module is gone from the catalogue. */
export const installedMeta = moduleMeta.partial().required({ id: true, name: true, size: true, entry: true })
export type InstalledMeta = z.infer<typeof installedMeta>

export const modules = {
  list: route({
    method: 'GET',
    path: '/api/v1/modules',
    access: 'user',
    summary: 'The catalogue, sorted by name',
    data: z.object({ modules: z.array(moduleMeta) }),
  }),
}
