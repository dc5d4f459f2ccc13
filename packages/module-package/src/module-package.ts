import { createHash } from 'node:crypto'
import { ConfigSchemaError, parseConfigSchema } from '@atalaya/config-schema/schema'
import { parseJson } from '@atalaya/contract/bounded-json'
import { invalidManifest, type Manifest, ManifestError, parseManifest } from '@atalaya/contract/modules'
import { type Files, PackageError } from './package-files.ts'
import { isActiveSvg } from './svg.ts'

const MANIFEST = 'module.json'
const ENTRY = /\.(?:m?js|html)$/

/** A package that may be installed. */
export type ModulePackageContent = {
  manifest: Manifest
  /** The text of its `configSchema` file. */
  configSchema: string | undefined
  files: Files
  /** SHA-256 of each file, by path. */
  hashes: ReadonlyMap<string, string>
  /** One SHA-256 over all paths and contents. */
  digest: string
  /** Bytes of all files together. */
  size: number
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/**
 * Checks the files of a package: the manifest first, then the files that it names, and every hash.
 *
 * @throws ManifestError or PackageError; their messages are for people.
 */
export function checkPackage(files: Files): ModulePackageContent {
  const manifest = readManifest(files)
  const configSchema = manifest.configSchema && readSchema(files, manifest.configSchema)
  requireFile(files, 'preview', manifest.preview)
  requireFile(files, 'previewDark', manifest.previewDark)
  requireFile(files, 'fixture', manifest.fixture)
  for (const [path, content] of files) {
    if (/\.svg$/i.test(path) && isActiveSvg(content.toString('utf8'))) {
      throw new PackageError(`${path} is a picture with scripts or outside references`)
    }
  }
  const hashes = new Map([...files].map(([path, content]) => [path, sha256(content)]))
  checkHashes(hashes, manifest.sha256)
  const digest = sha256(
    [...hashes]
      .map(([path, hash]) => `${path} ${hash}\n`)
      .sort()
      .join(''),
  )
  const size = [...files.values()].reduce((sum, content) => sum + content.length, 0)
  return { manifest, configSchema, files, hashes, digest, size }
}

function readManifest(files: Files): Manifest {
  const text = files.get(MANIFEST)
  if (!text) throw new PackageError(`The archive has no ${MANIFEST} at its top`)
  const manifest = parseManifest(text.toString('utf8'))
  if (!ENTRY.test(manifest.entry)) {
    throw invalidManifest([{ path: ['entry'], message: 'must be a .js, .mjs or .html file' }])
  }
  if (!files.has(manifest.entry)) throw new ManifestError(`No se encontró el entry ${manifest.entry}`)
  return manifest
}

function requireFile(files: Files, field: string, path: string | undefined): void {
  if (path !== undefined && !files.has(path)) {
    throw invalidManifest([{ path: [field], message: `${path} is not in the package` }])
  }
}

function readSchema(files: Files, path: string): string {
  requireFile(files, 'configSchema', path)
  return checkSchema(files.get(path)?.toString('utf8') ?? '')
}

/**
 * Checks the text of a `configSchema` file and returns it without white space.
 * @throws ManifestError that names each fault under `configSchema`.
 */
export function checkSchema(text: string): string {
  try {
    parseConfigSchema(text)
  } catch (error) {
    if (!(error instanceof ConfigSchemaError)) throw error
    throw invalidManifest(error.issues.map(({ path, message }) => ({ path: ['configSchema', ...path], message })))
  }
  return JSON.stringify(parseJson(text))
}

/** If the packer has written hashes, every file must be listed and unchanged. */
function checkHashes(hashes: ReadonlyMap<string, string>, expected: Manifest['sha256']): void {
  if (!expected) return
  for (const [path, hash] of hashes) {
    if (path !== MANIFEST && expected[path] !== hash) throw new PackageError(`${path} is not what its SHA-256 says`)
  }
  const missing = Object.keys(expected).find((path) => !hashes.has(path))
  if (missing) throw new PackageError(`${missing} is listed with a SHA-256 but is not in the package`)
}
