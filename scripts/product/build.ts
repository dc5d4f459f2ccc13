// Before anything is installed: builtins only.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { capture } from '../lib/run.ts'
import { filesIn } from '../lib/workspaces.ts'
import { precompress } from './precompress.ts'

const INPUTS = ['apps/web', 'packages', 'modules', 'scripts/product']
const STAMP = 'node_modules/.cache/atalaya/built'
/** What node24.mjs keeps; it would hold every version that ever ran. */
const COMPILED = '.node/compiled'
const PARTS = [
  { folder: 'apps/web', result: 'dist/index.html' },
  { folder: 'packages/agent', result: 'dist/agent.mjs' },
]

/** What there is to build: folders with a Vite configuration. */
function parts(base: string) {
  return PARTS.filter(({ folder }) => existsSync(path.join(base, folder, 'vite.config.ts')))
}

/** One fingerprint over everything that the build reads. */
function fingerprint(base: string): string {
  const hash = createHash('sha256').update(process.version)
  const files = [...INPUTS.flatMap((folder) => filesIn(base, folder)), 'package-lock.json']
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(path.join(base, file)))
  return hash.digest('hex')
}

/** Whether the built client and agent are those of the present sources. */
export function isBuilt(base: string): boolean {
  const stamp = path.join(base, STAMP)
  const hasResults = parts(base).every(({ folder, result }) => existsSync(path.join(base, folder, result)))
  return hasResults && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(base)
}

async function buildPart(base: string, folder: string) {
  const vite = path.join(base, 'node_modules/vite/bin/vite.js')
  const cwd = path.join(base, folder)
  const { code, output } = await capture(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd })
  if (code !== 0) throw new Error(`Building ${folder} failed.\n${output.trim()}`)
  await precompress(path.join(cwd, 'dist'))
}

/** Builds the web client and the agent's one file, compressed copies beside them. */
export async function build(base: string): Promise<void> {
  const stamp = path.join(base, STAMP)
  const inputs = fingerprint(base)
  rmSync(stamp, { force: true })
  rmSync(path.join(base, COMPILED), { recursive: true, force: true })
  await Promise.all(parts(base).map(({ folder }) => buildPart(base, folder)))
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, inputs)
}
