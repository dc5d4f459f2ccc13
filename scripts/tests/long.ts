import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import { writeReliability } from './reliability.ts'

/** Databases, by their projects in vitest.config.ts. */
export const DATABASES = ['sqlite', 'postgres']

/** Runs the long form of tests on both databases, or one, and writes what they measured into docs/reliability.md. */
export function runLong(
  files: string[],
  environment: Record<string, string>,
  database?: string,
  furtherProjects: string[] = [],
): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-long-'))
  const report = path.join(folder, 'report.json')
  const databases = database ? [database] : DATABASES
  const projects = [...databases.map((name) => `server-${name}`), ...furtherProjects]
  const args = [
    ...[path.join(root, 'node_modules/.bin/vitest'), 'run', ...files],
    ...['--reporter=verbose', '--reporter=json', `--outputFile=${report}`],
    ...projects.flatMap((project) => ['--project', project]),
  ]
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...environment }, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      // A failed run has no results for the tables.
      if (code === 0) writeReliability(report)
      rmSync(folder, { recursive: true, force: true })
      resolve(code ?? 1)
    })
  })
}
