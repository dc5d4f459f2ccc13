import { z } from 'zod'
import { type JsonBounds, parseJson, UnreadableJson } from './bounded-json.ts'
import { ARCHIVE_MAX } from './module-packages.ts'
import { moduleId, moduleVersion } from './modules.ts'
import { instant } from './scalars.ts'

/** Maximum size of an index with its signature, in bytes. */
export const INDEX_MAX = 1024 * 1024
const MODULES_MAX = 1000
const VERSIONS_MAX = 10
const KILLS_MAX = 200
const SERIAL_MAX = 1_000_000_000
/** Twice the values of 500 modules with three versions each. An index at all its maximums is larger, and refused. */
const BOUNDS: JsonBounds = { depth: 8, values: 50_000 }

/** Faults that a message names; more would not help. */
const FAULTS_MAX = 5

/** One line of plain text. PostgreSQL accepts no NUL, and a terminal obeys control characters. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, 'must have no control characters')

/** Ed25519 public key, 32 bytes as base64url. */
export const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be a public key of 43 characters')

const indexPermissions = z.object({
  origins: z.array(line(300)).max(50),
  agents: z.boolean(),
  storage: z.boolean(),
})

export const indexVersion = z.object({
  version: moduleVersion,
  /** Address of the archive: absolute, or relative to the index. */
  url: line(500),
  /** SHA-256 of the archive, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'),
  /** Size of the archive, in bytes. */
  size: z.int().min(1).max(ARCHIVE_MAX),
  permissions: indexPermissions,
  /** Oldest Atalaya that it runs on; any if absent. */
  minimumVersion: moduleVersion.optional(),
  publisher: publicKey,
  /** The publisher's Ed25519 signature of id, version and SHA-256, in base64. */
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/, 'must be a signature in base64'),
})
export type IndexVersion = z.infer<typeof indexVersion>

const indexModule = z.object({
  id: moduleId,
  name: line(80),
  description: line(500).optional(),
  versions: z
    .array(indexVersion)
    .min(1)
    .max(VERSIONS_MAX)
    .refine((all) => areUnique(all.map(({ version }) => version)), 'names a version twice'),
})
export type IndexModule = z.infer<typeof indexModule>

/** Revoked versions, which stop wherever they run. */
export const indexKill = z.object({ id: moduleId, versions: z.array(moduleVersion).min(1).max(50), reason: line(300) })
export type IndexKill = z.infer<typeof indexKill>

/** Content of an index without its signature (docs/decisions/017). */
export const moduleIndex = z.object({
  format: z.literal('atalaya-index-1'),
  name: line(80),
  /** Increases with each index; an older one is refused. */
  serial: z.int().min(1).max(SERIAL_MAX),
  madeAt: instant,
  modules: z
    .array(indexModule)
    .max(MODULES_MAX)
    .refine((all) => areUnique(all.map(({ id }) => id)), 'names a module twice'),
  kills: z.array(indexKill).max(KILLS_MAX),
})
export type ModuleIndex = z.infer<typeof moduleIndex>

const areUnique = (values: readonly string[]) => new Set(values).size === values.length

/** An index that can't be used; the message is for people. */
export class IndexError extends Error {}

/**
 * Reads the JSON of an index whose signature was verified. Ignores unknown fields, so that a later Atalaya can add
 * some.
 * @throws IndexError
 */
export function parseIndex(text: string): ModuleIndex {
  const parsed = moduleIndex.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues
    .slice(0, FAULTS_MAX)
    .map(({ path, message }) => `${path.join('.')} ${message}`.trim().slice(0, 200))
  throw new IndexError(`The index is not valid: ${faults.join('; ')}`)
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text, BOUNDS)
  } catch (error) {
    if (error instanceof UnreadableJson) throw new IndexError(`The index ${error.message}`)
    throw error
  }
}
