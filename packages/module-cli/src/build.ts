import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import { faultsOfForm } from '@atalaya/config-schema/showable'
import { invalidManifest, type Manifest, ManifestError, parseManifest } from '@atalaya/contract/modules'
import { checkFixture } from '@atalaya/module-package/fixture-file'
import { checkPackage, checkSchema, type ModulePackageContent } from '@atalaya/module-package/module-package'
import { build as bundle, type InlineConfig, minify, type Plugin } from 'vite'
import { filesOf } from './find.ts'

/** The SDK that plain modules import: the bridge to the page in one file, without dependencies. */
const SDK_FILE = 'atalaya.js'
const SCRIPT = 'index.js'
const SOURCE = /\.(tsx?|jsx)$/
/** Files that are needed to make a module but not to run it. */
const LEFT_OUT = /(^|\/)(package\.json|tsconfig\.json|package-lock\.json)$|\.(test|spec)\.\w+$/
/** Packages that module and SDK must share: hooks of one copy can't see the state of another. */
const SHARED = /^(@atalaya\/module-sdk|react|react-dom)(\/|$)/

/**
 * Content of the installed package, with the same checks as on the server.
 * @throws ManifestError, PackageError
 */
export async function buildModule(home: string): Promise<ModulePackageContent> {
  const files = new Map<string, Buffer>()
  const read = (file: string) => readFileSync(path.join(home, file))
  const manifest = parseManifest(readNamed(home, 'module.json').toString('utf8'))
  checkForAuthor(home, manifest)
  if (SOURCE.test(manifest.entry)) {
    const fileNames = [
      manifest.configSchema,
      manifest.fixture,
      manifest.preview,
      manifest.previewDark,
      ...documents(home),
    ]
    for (const file of fileNames) if (file !== undefined) files.set(file, readNamed(home, file))
    readNamed(home, manifest.entry)
    for (const [file, content] of await bundleReact(home, manifest.entry)) files.set(file, content)
    files.set('module.json', Buffer.from(JSON.stringify({ ...manifest, entry: SCRIPT }, null, 2)))
  } else {
    for (const file of filesOf(home)) if (!LEFT_OUT.test(file)) files.set(file, read(file))
    files.set(SDK_FILE, await bundleSdk(home))
  }
  return checkPackage(files)
}

/**
 * Refuses a module that could be installed but has faults that its author should know. Runs before the slower build.
 * @throws ManifestError
 */
function checkForAuthor(home: string, manifest: Manifest): void {
  if (manifest.configSchema !== undefined) {
    const schema = parseConfigSchema(checkSchema(readNamed(home, manifest.configSchema).toString('utf8')))
    const faults = faultsOfForm(schema).map((fault) => ({ ...fault, path: ['configSchema', ...fault.path] }))
    if (faults.length > 0) throw invalidManifest(faults)
  }
  if (manifest.fixture !== undefined) checkFixture(readNamed(home, manifest.fixture).toString('utf8'), manifest)
}

const documents = (home: string) => filesOf(home).filter((file) => /^(README|LICENSE)(\.\w+)?$/.test(file))

function readNamed(home: string, file: string): Buffer {
  try {
    return readFileSync(path.join(home, file))
  } catch {
    throw new ManifestError(`module.json inválido: ${file} is not there`)
  }
}

function bundleReact(home: string, entry: string): Promise<Map<string, Buffer>> {
  return bundleEntry(
    home,
    `import module from ${JSON.stringify(path.join(home, entry))}
import { mount } from '@atalaya/module-sdk/mount'
void mount(module)`,
  )
}

async function bundleSdk(home: string): Promise<Buffer> {
  const made = await bundleEntry(home, `export { connect } from '@atalaya/module-sdk/frame'`)
  const script = made.get(SCRIPT)
  if (!script) throw new Error('The SDK could not be built')
  return script
}

/** Bundles `source` as the entry. */
async function bundleEntry(home: string, source: string): Promise<Map<string, Buffer>> {
  // Exists in memory only, at a path from which the module's own packages are found.
  const entry = path.join(home, 'entry-in-memory.js')
  const made = await bundle({
    configFile: false,
    root: home,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Set explicitly: Vite would look at NODE_ENV, which a development server in the same process has changed.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [serveEntry(entry, source), resolveShared(entry)],
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['es'], fileName: () => SCRIPT },
    },
  } satisfies InlineConfig)
  const outputs = [made].flat().flatMap((result) => ('output' in result ? result.output : []))
  const files = outputs.map(async (output) => {
    const content =
      output.type === 'chunk' ? await minifyCode(output.fileName, output.code) : Buffer.from(output.source)
    return [output.fileName, Buffer.from(content)] as const
  })
  return new Map(await Promise.all(files))
}

/** Minifies; Vite keeps the white space of libraries, for a later bundler that does not exist here. */
const minifyCode = async (file: string, code: string) => (await minify(file, code, { module: true })).code

function serveEntry(entry: string, source: string): Plugin {
  return {
    name: 'entry-in-memory',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? entry : null),
    load: (id) => (id === entry ? source : null),
  }
}

/** Resolves the SDK and React from the module; if it has none of its own, from this program. */
function resolveShared(entry: string): Plugin {
  const thisFile = fileURLToPath(import.meta.url)
  return {
    name: 'shared-packages',
    enforce: 'pre',
    async resolveId(id) {
      if (!SHARED.test(id)) return null
      const resolveFrom = (importer: string) => this.resolve(id, importer, { skipSelf: true })
      return (await resolveFrom(entry)) ?? (await resolveFrom(thisFile))
    },
  }
}
