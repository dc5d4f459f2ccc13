import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import { build } from '../product/build.ts'
import { type Row, writeRows } from './reliability.ts'

/** Browser tests in which a display loses its server. */
export const DISPLAY_SPECS = ['e2e/boards-display.spec.ts']

type Annotation = { type: string; description?: string }
type Suite = { suites?: Suite[]; specs: { tests: { annotations: Annotation[] }[] }[] }

/** Rows of the page, from the tests with the annotation `fault` (`e2e/fault.ts`). */
function rowsOf({ suites = [], specs }: Suite): Row[] {
  const annotations = specs.flatMap(({ tests }) => tests.flatMap((test) => test.annotations))
  const rows = annotations.flatMap(({ type, description = '' }): Row[] =>
    type === 'fault' ? [{ ...JSON.parse(description), section: 'Displays', database: 'SQLite' }] : [],
  )
  return [...rows, ...suites.flatMap(rowsOf)]
}

/** Runs these tests on the built product. If all pass, writes their rows into docs/reliability.md. */
export async function runDisplays(specs: string[]): Promise<number> {
  await build(root)
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-displays-'))
  const report = path.join(folder, 'report.json')
  const program = path.join(root, 'node_modules/.bin/playwright')
  const args = [program, 'test', '--config=e2e/playwright.config.ts', '--project=desktop', '--reporter=line,json']
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const child = spawn(process.execPath, [...args, ...specs], { cwd: root, env, stdio: 'inherit' })
  const code = await new Promise<number>((resolve) => child.on('exit', (ended) => resolve(ended ?? 1)))
  if (code === 0) {
    const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[] }
    writeRows(suites.flatMap(rowsOf))
  }
  rmSync(folder, { recursive: true, force: true })
  return code
}
