import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import type { Result } from './results.ts'

const FILE = path.join(root, 'node_modules/.cache/whole-run.json')

const git = (...args: string[]): string | null => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

export type Tree = { commit: string | null; isClean: boolean }

/** Commit under test; none if this is no checkout of Git. */
export const testedTree = (): Tree => ({
  commit: git('rev-parse', 'HEAD'),
  isClean: git('status', '--porcelain') === '',
})

/** Stores the results of a green whole run. */
export function writeWholeRun(tree: Tree, results: Result[]): void {
  const steps = results.map(({ name, passed, skipped, seconds, onlyAlone }) => ({
    name,
    passed,
    skipped,
    seconds: Math.round(seconds),
    onlyAlone: onlyAlone.map(({ name, error }) => ({ name, error })),
  }))
  mkdirSync(path.dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify({ ...tree, at: new Date().toISOString(), steps }, null, 2)}\n`)
}
