import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build as bundle, type InlineConfig, minify, type Plugin } from 'vite'
import { checkPackage, type ModulePackageContent } from '../../apps/server/src/modules/intake/module-package.ts'
import { ManifestError, parseManifest } from '../../packages/contract/src/modules.ts'
import { filesIn, root } from '../lib/workspaces.ts'

/** What plain modules import: the bridge to the page, as one file without dependencies. */
const SDK_FILE = 'atalaya.js'
/** An entry that exists in memory only; it lies where the SDK resolves. */
const ENTRY = path.join(root, 'packages/module-sdk/src/entry-in-memory.ts')
const SCRIPT = 'index.js'
const SOURCE = /\.(tsx?|jsx)$/
/** What is needed to make a module, but not to run it. */
const LEFT_OUT = /(^|\/)(package\.json|tsconfig\.json|package-lock\.json)$|\.(test|spec)\.\w+$|\.tgz$/

/** What an installed package would be; the same checks as on the server. @throws ManifestError, PackageError */
export async function buildModule(home: string): Promise<ModulePackageContent> {
  const files = new Map<string, Buffer>()
  const read = (file: string) => readFileSync(path.join(home, file))
  const manifest = parseManifest(read('module.json').toString('utf8'))
  if (SOURCE.test(manifest.entry)) {
    const named = [manifest.configSchema, manifest.fixture, manifest.preview, manifest.previewDark, ...documents(home)]
    for (const file of named) if (file !== undefined) files.set(file, readNamed(home, file))
    for (const [file, content] of await bundleReact(path.join(home, manifest.entry))) files.set(file, content)
    files.set('module.json', Buffer.from(JSON.stringify({ ...manifest, entry: SCRIPT }, null, 2)))
  } else {
    for (const file of filesIn(home, '.')) if (!LEFT_OUT.test(file)) files.set(file, read(file))
    files.set(SDK_FILE, await bundleSdk())
  }
  return checkPackage(files)
}

const documents = (home: string) => filesIn(home, '.').filter((file) => /^(README|LICENSE)(\.\w+)?$/.test(file))

function readNamed(home: string, file: string): Buffer {
  try {
    return readFileSync(path.join(home, file))
  } catch {
    throw new ManifestError(`module.json inválido: ${file} is not there`)
  }
}

const shared = {
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  // By itself Vite looks at NODE_ENV, which a development server in the same process has changed.
  oxc: { jsx: { runtime: 'automatic', development: false } },
} as const satisfies InlineConfig

function bundleReact(entry: string): Promise<Map<string, Buffer>> {
  const source = `import module from ${JSON.stringify(entry)}
import { mount } from '@atalaya/module-sdk/mount'
void mount(module)`
  return bundled([virtual(source)], ENTRY)
}

async function bundleSdk(): Promise<Buffer> {
  const made = await bundled([], path.join(root, 'packages/module-sdk/src/frame.ts'))
  const script = made.get(SCRIPT)
  if (!script) throw new Error('The SDK could not be built')
  return script
}

async function bundled(plugins: Plugin[], entry: string): Promise<Map<string, Buffer>> {
  const lib = { entry, formats: ['es' as const], fileName: () => SCRIPT }
  const made = await bundle({ ...shared, plugins, build: { write: false, target: 'es2023', lib } })
  const outputs = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  const files = outputs.map(async (one) => {
    const content = one.type === 'chunk' ? await shortened(one.fileName, one.code) : Buffer.from(one.source)
    return [one.fileName, Buffer.from(content)] as const
  })
  return new Map(await Promise.all(files))
}

/** Vite leaves the white space in a library, for who bundles it further; nobody does that here. */
const shortened = async (file: string, code: string) => (await minify(file, code, { module: true })).code

function virtual(source: string): Plugin {
  return {
    name: 'module-entry',
    enforce: 'pre',
    resolveId: (id) => (id === ENTRY ? ENTRY : null),
    load: (id) => (id === ENTRY ? source : null),
  }
}
