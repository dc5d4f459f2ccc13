import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { build } from 'vite'
import { root } from '../lib/workspaces.ts'
import { declarationsOf } from './declarations.ts'
import { nameOf, type PackageJson, PUBLISHED, type Published, stageOf } from './published.ts'

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as PackageJson

/** Builds a package as npm gets it: JavaScript, types, and a package.json without what only this checkout needs. */
export async function buildPackage(published: Published): Promise<string> {
  const stage = stageOf(published)
  const home = path.join(root, published.folder)
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  const imported = await bundle(published, home, stage)
  if (Object.keys(published.entries).length > 0) {
    for (const [file, text] of declarationsOf(published)) write(path.join(stage, file), text)
  }
  for (const file of ['README.md', ...(published.files ?? [])]) cpSync(path.join(home, file), path.join(stage, file))
  cpSync(path.join(root, 'LICENSE'), path.join(stage, 'LICENSE'))
  write(path.join(stage, 'package.json'), `${JSON.stringify(packageOf(published, imported), null, 2)}\n`)
  return stage
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const NOT_RELATIVE = /^[^./\0]/
const publishedNames = new Set(PUBLISHED.map(({ folder }) => readPackage(folder).name))
/** `@scope/name` of `@scope/name/part`. */
const packageName = (id: string) => id.split('/', id.startsWith('@') ? 2 : 1).join('/')
const isOurs = (id: string) => id.startsWith('@atalaya/') || id.startsWith('create-atalaya-module/')

/**
 * Bundles a package. Foreign packages stay outside, and those of ours that are published themselves. Returns the
 * imported packages.
 */
async function bundle({ entries, bin }: Published, home: string, stage: string): Promise<Set<string>> {
  const all = { ...entries, ...(bin !== undefined && { './bin': bin }) }
  const input = Object.fromEntries(Object.entries(all).map(([name, file]) => [nameOf(name), path.join(home, file)]))
  const buildResult = await build({
    configFile: false,
    root: home,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: stage,
      emptyOutDir: false,
      minify: false,
      ssr: true,
      target: 'es2023',
      rolldownOptions: {
        input,
        external: (id) => NOT_RELATIVE.test(id) && !path.isAbsolute(id) && !isOurs(id),
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          ...(bin !== undefined && { banner: '#!/usr/bin/env node' }),
        },
      },
    },
  })
  const outputs = [buildResult].flat().flatMap((result) => ('output' in result ? result.output : []))
  const imports = outputs.flatMap((output) =>
    output.type === 'chunk' ? [...output.imports, ...output.dynamicImports] : [],
  )
  const files = new Set(outputs.map(({ fileName }) => fileName))
  return new Set(imports.filter((id) => !files.has(id) && !isBuiltin(id)).map(packageName))
}

function packageOf({ folder, entries, bin, peers, files = [] }: Published, imported: ReadonlySet<string>) {
  const { name, version, description, license, dependencies = {} } = readPackage(folder)
  const publishedDependencies = Object.keys(dependencies).filter(
    (dependency) => publishedNames.has(dependency) && dependency !== 'create-atalaya-module',
  )
  const needed = [...new Set([...imported, ...publishedDependencies])]
    .sort()
    .map((dependency) => [dependency, versionOf(dependency, folder)] as const)
  const isPeer = (dependency: string) => peers.includes(dependency)
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=24' },
    ...repository(folder),
    sideEffects: false,
    ...(bin !== undefined && { bin: { [name]: './bin.js' } }),
    exports: { ...exportsOf(entries), ...Object.fromEntries(files.map((file) => [`./${file}`, `./${file}`])) },
    files: ['*.js', 'types', 'workshop', ...files],
    dependencies: Object.fromEntries(needed.filter(([dependency]) => !isPeer(dependency))),
    ...(peers.length > 0 && {
      peerDependencies: Object.fromEntries(
        needed.filter(([dependency]) => isPeer(dependency)).map(([dependency, minimum]) => [dependency, `^${minimum}`]),
      ),
    }),
    publishConfig: { access: 'public', provenance: true },
  }
}

/** Provenance needs the releasing repository; without one nothing is claimed. */
function repository(directory: string) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  return server && name ? { repository: { type: 'git', url: `git+${server}/${name}.git`, directory } } : {}
}

const exportsOf = (entries: Record<string, string>) => ({
  ...Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [
      name,
      {
        types: `./types/module-sdk/${path.basename(file).replace(/\.tsx?$/, '.d.ts')}`,
        default: `./${nameOf(name)}.js`,
      },
    ]),
  ),
  './package.json': './package.json',
})

/** Version of a dependency, as required by the importing package or by one of ours built into it. */
function versionOf(name: string, folder: string, seen = new Set<string>()): string {
  const version = versionIn(name, folder, seen)
  if (version === undefined) throw new Error(`No package says which version of ${name} ${folder} needs`)
  return version
}

function versionIn(name: string, folder: string, seen: Set<string>): string | undefined {
  if (seen.has(folder)) return undefined
  seen.add(folder)
  const { dependencies = {} } = readPackage(folder)
  if (dependencies[name]) return dependencies[name]
  const ours = Object.keys(dependencies).map((dependency) => `packages/${dependency.replace('@atalaya/', '')}`)
  return ours
    .filter((neighbour) => existsSync(path.join(root, neighbour)))
    .map((neighbour) => versionIn(name, neighbour, seen))
    .find((version) => version !== undefined)
}
