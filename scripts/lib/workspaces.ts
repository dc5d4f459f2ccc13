import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The checkout this script belongs to. */
export const root = path.resolve(import.meta.dirname, '../..')

const PARENTS = ['packages', 'modules', 'apps']
const FOLDERS = ['e2e', 'bench', 'scripts', 'examples']
const IGNORED = new Set(['node_modules', 'dist', 'build', 'data', 'coverage', 'test-results', 'playwright-report'])
const SOURCE = /\.(ts|tsx|mts|mjs)$/

/** Folders with sources of their own, relative to `base`: every workspace, and those of `FOLDERS`. */
export function workspaces(base: string): string[] {
  const nested = PARENTS.flatMap((parent) =>
    existsSync(path.join(base, parent)) ? readdirSync(path.join(base, parent)).map((name) => `${parent}/${name}`) : [],
  )
  return [...nested, ...FOLDERS].filter((folder) => existsSync(path.join(base, folder, 'tsconfig.json'))).sort()
}

/** Files below `folder` with their path relative to `base`, without what is installed, built or run-time data. */
export function filesIn(base: string, folder: string): string[] {
  const files: string[] = []
  for (const entry of readdirSync(path.join(base, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name)
    if (entry.isFile()) files.push(file)
    else if (entry.isDirectory() && !entry.name.startsWith('.') && !IGNORED.has(entry.name))
      files.push(...filesIn(base, file))
  }
  return files.sort()
}

/** Every TypeScript and script file of the workspaces, relative to `base`. */
export function sources(base: string): string[] {
  return workspaces(base)
    .flatMap((folder) => filesIn(base, folder))
    .filter((file) => SOURCE.test(file))
}
