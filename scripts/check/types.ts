import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { capture, runPooled } from '../lib/run.ts'
import { filesIn, root, workspaces } from '../lib/workspaces.ts'

/** The native compiler takes a fifth of the time. `typescript` is here for its API. */
const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc')
const CACHE = 'node_modules/.cache/tsc'

type Project = { compilerOptions: { tsBuildInfoFile?: string; [option: string]: unknown }; include: string[] }

const readProject = (base: string, folder: string) =>
  JSON.parse(readFileSync(path.join(base, folder, 'tsconfig.json'), 'utf8')) as Project

/** Compiler options of a workspace as one text, to group workspaces with the same options. */
function environmentOf(base: string, folder: string): string {
  const { tsBuildInfoFile: _, ...options } = readProject(base, folder).compilerOptions
  return JSON.stringify(Object.entries(options).sort())
}

/**
 * Checks types, with one program for all workspaces of the same options, since each program reads its imports again.
 * `tsc -b` would not do: it looks only at a workspace's own files. It calls a workspace up to date even if a file that
 * it imports from another has changed. Returns the faults in `base`, empty if there are none.
 */
export async function types(base: string, folders = workspaces(base)): Promise<string> {
  mkdirSync(path.join(base, CACHE), { recursive: true })
  const withSources = folders.filter((folder) => filesIn(base, folder).some((file) => /\.tsx?$/.test(file)))
  const environments = Map.groupBy(withSources, (folder) => environmentOf(base, folder))
  const projectFiles = [...environments.values()].map((alike) => writeProject(base, alike))
  const results = await runPooled(
    2,
    projectFiles.map((file) => () => capture(compiler, ['-p', file], { cwd: base })),
  )
  return results.map(({ code, output }) => (code === 0 ? '' : output || 'tsc failed')).join('')
}

/** Returns the project's path: that of a single workspace, or a new one for several, beside the compiler's cache. */
function writeProject(base: string, folders: string[]): string {
  const [first = '', ...others] = folders
  if (others.length === 0) return first
  const name = createHash('sha256').update(folders.join()).digest('hex').slice(0, 12)
  const file = path.join(base, CACHE, `${name}.json`)
  const tsBuildInfoFile = path.join(base, CACHE, `${name}.tsbuildinfo`)
  const project: Project & { extends: string } = {
    extends: path.join(base, 'tsconfig.base.json'),
    compilerOptions: { ...readProject(base, first).compilerOptions, tsBuildInfoFile },
    include: folders.flatMap((folder) =>
      readProject(base, folder).include.map((pattern) => path.join(base, folder, pattern)),
    ),
  }
  writeFileSync(file, JSON.stringify(project))
  return file
}
