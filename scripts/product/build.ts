// Runs before anything is installed: builtins only.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { capture } from '../lib/run.ts'
import { filesIn } from '../lib/workspaces.ts'
import { precompress } from './precompress.ts'

/** Inputs of each part besides the common ones. `isServed` parts go to browsers and agents, compressed. */
const PARTS = [
  { folder: 'apps/web', inputs: ['apps/web', 'packages', 'modules'], result: 'dist/index.html', isServed: true },
  { folder: 'packages/agent', inputs: ['packages'], result: 'dist/agent.mjs', isServed: true },
  { folder: 'apps/server', inputs: ['apps/server', 'packages', 'modules'], result: 'dist/main.js', isServed: false },
]
type Part = (typeof PARTS)[number]
const STAMPS = 'node_modules/.cache/atalaya/parts'
/** Node's compile cache of node24.mjs; it would keep every version that ever ran. */
const COMPILED = '.node/compiled'

/** Parts of this checkout: folders with a Vite configuration. */
const partsIn = (base: string) => PARTS.filter(({ folder }) => existsSync(path.join(base, folder, 'vite.config.ts')))

const stampOf = (base: string, { folder }: Part) => path.join(base, STAMPS, path.basename(folder))

/** One fingerprint for each part, over everything that its build reads. */
function fingerprints(base: string): Map<Part, string> {
  const hashes = new Map<string, string>()
  const folderHash = (folder: string) => {
    const hash = hashes.get(folder) ?? hashOf(base, filesIn(base, folder))
    hashes.set(folder, hash)
    return hash
  }
  const commonHash = `${process.version} ${folderHash('scripts/product')} ${hashOf(base, ['package-lock.json'])}`
  return new Map(partsIn(base).map((part) => [part, [commonHash, ...part.inputs.map(folderHash)].join(' ')]))
}

function hashOf(base: string, files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(path.join(base, file)))
  return hash.digest('hex')
}

/** Parts that are outdated, with the fingerprint of their current sources. */
function staleParts(base: string): [Part, string][] {
  return [...fingerprints(base)].filter(([part, inputs]) => {
    const stamp = stampOf(base, part)
    const isThere = existsSync(path.join(base, part.folder, part.result)) && existsSync(stamp)
    return !isThere || readFileSync(stamp, 'utf8') !== inputs
  })
}

/** True if the built client, agent and server are up to date with the sources. */
export const isBuilt = (base: string): boolean => staleParts(base).length === 0

async function buildPart(base: string, { folder, isServed }: Part) {
  const vite = path.join(base, 'node_modules/vite/bin/vite.js')
  const cwd = path.join(base, folder)
  const { code, output } = await capture(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd })
  if (code !== 0) throw new Error(`Building ${folder} failed.\n${output.trim()}`)
  if (isServed) await precompress(path.join(cwd, 'dist'))
}

async function buildParts(base: string, parts: [Part, string][]): Promise<void> {
  for (const [part] of parts) rmSync(stampOf(base, part), { force: true })
  rmSync(path.join(base, COMPILED), { recursive: true, force: true })
  await Promise.all(parts.map(([part]) => buildPart(base, part)))
  mkdirSync(path.join(base, STAMPS), { recursive: true })
  for (const [part, inputs] of parts) writeFileSync(stampOf(base, part), inputs)
}

/** Builds the web client, the agent's one file and the server, with compressed copies of served files. */
export const build = (base: string): Promise<void> => buildParts(base, [...fingerprints(base)])

/** Builds what has changed since it was last built. */
export const buildChanged = (base: string): Promise<void> => buildParts(base, staleParts(base))
